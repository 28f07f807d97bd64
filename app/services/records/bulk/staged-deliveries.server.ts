import { readIdentity, readMeetingId } from "#app/domain/jv-data/record-identity.ts";
import { isReadKind, kindOf } from "#app/domain/jv-data/record-kinds.ts";
import { noFindings } from "#app/domain/jv-data/record-view.ts";
import type { Delivered, Delivery } from "../delivery.server.ts";
import type { RaceGroup } from "../race-groups.ts";
import { createPartBuffer, type Placed, readRecordPart } from "./record-parts.server.ts";
import type { RecordsPlan, SizedGroup } from "./records-plan.server.ts";

/** Staged records, as deliveries to apply. */

/** Bytes of records in memory at a time: what lives longer than a few groups waits long to be collected. */
const WINDOW_BYTES = 2 * 1024 * 1024;

export type RaceDelivery = Pick<Delivery, "races" | "meetings">;

/** What is staged of a plan. Records lie in memory that the next ones are read into: take them one after the other. */
export interface StagedRecords {
  /** The records of an object, as they came. */
  read(key: string): Promise<Delivered[]>;
  /** The master records of an object, by registration number. */
  readHorses(key: string): Promise<Map<string, Delivered[]>>;
  /** The records of a group: in several parts where they are too many for the memory. Neighbours are read with it. */
  deliveriesOf(index: number): AsyncIterable<{ group: RaceGroup; delivery: RaceDelivery }>;
}

export function openStaged(store: R2Bucket, { files, months }: RecordsPlan): StagedRecords {
  const places = months.flatMap(({ objects, groups }) => groups.map((group, at) => ({ objects, group, groups, at })));
  let window = { groups: new Set<RaceGroup>(), delivery: noDelivery() };
  // Buffers that are left behind wait for the collector; views of the objects would keep all of them in memory.
  let space = new Uint8Array();
  const objectBytes = createPartBuffer();

  const readStaged = async (key: string): Promise<Delivered[]> =>
    (await readRecordPart(store, key, objectBytes)).map((placed) => delivered(placed, files));

  async function* read(objects: readonly string[], groups: readonly SizedGroup[]) {
    const meetings = new Set(groups.flatMap(({ meetingIds }) => meetingIds));
    let delivery = noDelivery();
    const size = Math.min(WINDOW_BYTES, sizeOf(groups));
    if (space.length < size) space = new Uint8Array(size);
    let used = 0;
    for (const key of objects) {
      for (const placed of await readRecordPart(store, key, objectBytes)) {
        if (!meetings.has(readMeetingId(placed.bytes))) continue;
        if (used + placed.bytes.length > space.length) {
          yield delivery;
          delivery = noDelivery();
          used = 0;
        }
        space.set(placed.bytes, used);
        const bytes = space.subarray(used, used + placed.bytes.length);
        used += bytes.length;
        const each = delivered({ ...placed, bytes }, files);
        add(each.record.identity.scope === "race" ? delivery.races : delivery.meetings, each);
      }
    }
    yield delivery;
  }

  return {
    read: readStaged,
    async readHorses(key) {
      const horses = new Map<string, Delivered[]>();
      for (const each of await readStaged(key)) add(horses, each);
      return horses;
    },
    async *deliveriesOf(index) {
      const place = places[index];
      if (place === undefined) throw new RangeError(`group ${index} is not in the plan`);
      const { objects, group, groups, at } = place;
      if (group.bytes >= WINDOW_BYTES) {
        window = { groups: new Set(), delivery: noDelivery() };
        for await (const delivery of read(objects, [group])) yield { group, delivery };
        return;
      }
      if (!window.groups.has(group)) {
        window = { groups: new Set(), delivery: noDelivery() };
        const together = fitting(groups.slice(at));
        for await (const delivery of read(objects, together)) window = { groups: new Set(together), delivery };
      }
      yield { group, delivery: window.delivery };
    },
  };
}

/** The first groups, as many as fit into a window. */
function fitting(groups: readonly SizedGroup[]): SizedGroup[] {
  let bytes = 0;
  const end = groups.findIndex((group) => {
    bytes += group.bytes;
    return bytes >= WINDOW_BYTES;
  });
  return groups.slice(0, end === -1 ? groups.length : end);
}

const sizeOf = (groups: readonly SizedGroup[]): number => groups.reduce((sum, { bytes }) => sum + bytes, 0);

const noDelivery = (): RaceDelivery => ({ races: new Map(), meetings: new Map() });

function delivered({ file, line, bytes }: Placed, files: readonly string[]): Delivered {
  const kind = kindOf(bytes);
  if (!isReadKind(kind)) throw new RangeError("staged records are damaged");
  const { identity } = readIdentity(kind, bytes, noFindings());
  return { record: { identity, bytes }, line, file: files[file] };
}

function add(to: Map<string, Delivered[]>, each: Delivered): void {
  const { id } = each.record.identity;
  const known = to.get(id);
  if (known === undefined) to.set(id, [each]);
  else known.push(each);
}
