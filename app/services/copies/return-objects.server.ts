import { artifactKeyOf, UNSEEN_PREFIX } from "#app/adapters/artifact-store.server.ts";
import { listNamedObjects } from "#app/db/copies/copied-tables.server.ts";
import { noteRestored } from "#app/db/copies/last-copy.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { copyObject } from "./mirror-store.server.ts";

/** Where objects lie that rows name. */
const NAMED = ["artifacts/", "seals/"];
/** What belongs to rows or artifacts under names that only the mirror knows. */
const UNNAMED = ["copies/", "deletions/", "shares/", "unseen/"];
const OBJECTS_PER_PAGE = 1_000;

interface Places {
  store: R2Bucket;
  mirror: R2Bucket;
  db: Database;
}

/**
 * Puts back into the store what the mirror has: objects that rows name, and all of the kinds that rows do not name. Nothing
 * is written over. What users took away since the mirror's night goes again within the hour (after-restore.server.ts).
 *
 * @returns how many were put back, and which the mirror lacks too
 */
export async function returnObjects(places: Places): Promise<{ returned: number; lost: string[] }> {
  const found = { returned: 0, lost: [] as string[] };
  for (const prefix of NAMED) {
    for (let from = prefix; ; ) {
      const page = await places.store.list({ prefix, startAfter: from, limit: OBJECTS_PER_PAGE });
      const keys = page.objects.map(({ key }) => key);
      const to = page.truncated ? (keys.at(-1) ?? from) : `${prefix}\uffff`;
      const lost = await listNamedObjects(places.db, { from, to, except: keys });
      for (const key of lost) await returnObject(places, key, found);
      if (lost.length < OBJECTS_PER_PAGE && !page.truncated) break;
      // As many as are named at once: there may be more before the end of the page.
      from = lost.length === OBJECTS_PER_PAGE ? (lost.at(-1) ?? to) : to;
    }
  }
  for (const prefix of UNNAMED) {
    for (let cursor: string | undefined; ; ) {
      const page: R2Objects = await places.mirror.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
      for (const { key } of page.objects) {
        if ((await places.store.head(key)) !== null) continue;
        const isOrphan = key.startsWith(UNSEEN_PREFIX) && (await places.store.head(artifactKeyOf(key))) === null;
        if (!isOrphan) await returnObject(places, key, found);
      }
      if (!page.truncated) break;
      cursor = page.cursor;
    }
  }
  if (found.returned > 0) await noteRestored(places.db, { startedAt: 0 });
  return found;
}

async function returnObject(
  { store, mirror }: Places,
  key: string,
  found: { returned: number; lost: string[] },
): Promise<void> {
  if (await copyObject({ from: mirror, to: store }, key)) found.returned += 1;
  else found.lost.push(key);
}
