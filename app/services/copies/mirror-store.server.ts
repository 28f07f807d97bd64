import * as z from "zod";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";

/** What the mirror has, in the order of keys: what nothing makes again, the copies of D1, and which accounts were deleted. */
const MIRRORED = ["artifacts/", "copies/", "deletions/", "seals/", "shares/", "unseen/"];
/** Removed by their days in the mirror too, however many they are. */
const COPIES = "copies/";
const OBJECTS_PER_PAGE = 500;
/** Of R2, of the 10,000 that a message has. */
const CALLS_PER_MESSAGE = 5_000;
/** As many as a Worker may have open. */
const AT_ONCE = 6;
/** So many objects may go in a night without a question: erased accounts, corrected days of the old ledger. */
const FEW = 100;
const MOST_SHARE = 0.1;

export const mirrorSchema = z.object({
  /** All is copied before anything is removed. */
  pass: z.enum(["copy", "remove"]),
  /** Up to this key the pass is done. */
  after: z.string(),
  /** Objects of the mirror, copies of D1 aside, and those of them that the store does not have. */
  seen: z.number(),
  gone: z.number(),
});
type Progress = z.infer<typeof mirrorSchema>;

const START: Progress = { pass: "copy", after: "", seen: 0, gone: 0 };

/** `include` is missing in the types of R2. */
interface ListOptions extends R2ListOptions {
  include: ["customMetadata"];
}

/**
 * Brings the second bucket up to date: what the store has and the mirror lacks is copied, and what the store has no more is
 * removed. If that is more than a tenth of the mirror, nothing is removed and the job fails, as then the store was lost
 * rather than tidied. Goes on by its progress; the same again, or two at once, changes nothing.
 *
 * @param mayYield whether users' work goes first
 * @param save stores the progress
 */
export async function mirrorStore(
  context: JobContext,
  {
    progress = START,
    mayYield,
    save,
  }: { progress: Progress | undefined; mayYield: boolean; save: (at: Progress) => Promise<void> },
): Promise<"mirrored" | JobOutcome> {
  const { store, mirror } = context.deps;
  if (mirror === undefined) return "mirrored";
  let at = progress;
  for (let calls = 0; ; calls += 3) {
    await context.breathe();
    if (calls >= CALLS_PER_MESSAGE) return { kind: "again", delaySeconds: 0 };
    if (mayYield && (await context.isUserWorkWaiting())) return { kind: "again", delaySeconds: 5 };
    const page = await readPage({ store, mirror }, at.after);
    if (page === null && at.pass === "remove") return "mirrored";
    if (page === null) {
      if (at.gone > Math.max(FEW, MOST_SHARE * at.seen))
        return {
          kind: "failed",
          reason: `the store lacks ${at.gone} of ${at.seen} objects of the mirror: none was removed`,
        };
      at = { ...at, pass: "remove", after: "" };
    } else if (at.pass === "copy") {
      calls += 2 * (await copyMissing({ store, mirror }, page));
      const others = page.there.filter(({ key }) => !key.startsWith(COPIES));
      at = {
        ...at,
        after: page.to,
        seen: at.seen + others.length,
        gone: at.gone + withoutThose(others, page.here).length,
      };
    } else {
      const gone = withoutThose(page.there, page.here).map(({ key }) => key);
      const removed = gone.filter((key) => !key.startsWith(COPIES));
      if (removed.length > 0) await mirror.delete(removed);
      at = { ...at, after: page.to };
    }
    await save(at);
  }
}

interface Page {
  here: R2Object[];
  there: R2Object[];
  /** Both lists are whole up to this key. */
  to: string;
}

/** The next keys of both buckets; null: there are none. */
async function readPage(
  { store, mirror }: Required<Pick<Deps, "store" | "mirror">>,
  after: string,
): Promise<Page | null> {
  const prefix = MIRRORED.find((each) => after < `${each}\uffff`);
  if (prefix === undefined) return null;
  const from = after.startsWith(prefix) ? { startAfter: after } : {};
  const options: ListOptions = { prefix, ...from, limit: OBJECTS_PER_PAGE, include: ["customMetadata"] };
  const [here, there] = await Promise.all([store.list(options), mirror.list(options)]);
  const ends = [here, there].flatMap(({ truncated, objects }) => (truncated ? [objects.at(-1)?.key ?? after] : []));
  const to = ends.length === 0 ? `${prefix}\uffff` : ends.reduce((first, end) => (end < first ? end : first));
  const upToEnd = ({ objects }: R2Objects) => objects.filter(({ key }) => key <= to);
  return { here: upToEnd(here), there: upToEnd(there), to };
}

/** @returns the number of objects that were copied */
async function copyMissing(
  { store, mirror }: Required<Pick<Deps, "store" | "mirror">>,
  { here, there }: Page,
): Promise<number> {
  const known = new Map(there.map((object) => [object.key, object]));
  const lacking = here.filter((object) => !isSame(object, known.get(object.key)));
  for (let first = 0; first < lacking.length; first += AT_ONCE) {
    await Promise.all(
      lacking.slice(first, first + AT_ONCE).map(async ({ key }) => copyObject({ from: store, to: mirror }, key)),
    );
  }
  return lacking.length;
}

/** With what is noted about it. Of an object that was deleted meanwhile nothing is copied. @returns whether it was there */
export async function copyObject({ from, to }: { from: R2Bucket; to: R2Bucket }, key: string): Promise<boolean> {
  const object = await from.get(key);
  if (object === null) return false;
  const { customMetadata, httpMetadata } = object;
  await to.put(key, await object.arrayBuffer(), {
    ...(customMetadata && { customMetadata }),
    ...(httpMetadata && { httpMetadata }),
  });
  return true;
}

/** Etags of objects that were put as a whole are hashes of their content; what is noted about them may change without it. */
function isSame(one: R2Object, other: R2Object | undefined): boolean {
  return one.etag === other?.etag && one.size === other.size && notes(one) === notes(other);
}

function notes({ customMetadata = {} }: R2Object): string {
  return JSON.stringify(Object.entries(customMetadata).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function withoutThose(objects: readonly R2Object[], others: readonly R2Object[]): R2Object[] {
  const keys = new Set(others.map(({ key }) => key));
  return objects.filter(({ key }) => !keys.has(key));
}
