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
  /** The records of an object, as they came, so many at a time. */
  read(key: string, atOnce: number): AsyncIterable<Delivered[]>;
  /** The master records of an object, by registration number. */
  readHorses(key: string): Promise<Map<string, Delivered[]>>;
  /** The records of a group: in several parts where they are too many for the memory. Neighbours are read with it. */
  deliveriesOf(index: number): AsyncIterable<{ group: RaceGroup; delivery: RaceDelivery }>;
}

export function openStaged(store: R2Bucket, { files, months }: RecordsPlan): StagedRecords {
  const places = months.flatMap(({ objects, groups }) => groups.map((group, at) => ({ objects, group, groups, at })));
  let window = { groups: new Set<RaceGroup>(), places: noPlaces() };
  // Buffers that are left behind wait for the collector; views of the objects would keep all of them in memory. So would an
  // object for each record of a window, as they live for many groups: of these only numbers are kept.
  let space = new Uint8Array();
  const objectBytes = createPartBuffer();

  async function* read(objects: readonly string[], groups: readonly SizedGroup[]) {
    const meetings = new Set(groups.flatMap(({ meetingIds }) => meetingIds));
    let places = noPlaces();
    const size = Math.min(WINDOW_BYTES, sizeOf(groups));
    if (space.length < size) space = new Uint8Array(size);
    let used = 0;
    for (const key of objects) {
      for (const placed of await readRecordPart(store, key, objectBytes)) {
        const { bytes, file, line } = placed;
        const meetingId = readMeetingId(bytes);
        if (!meetings.has(meetingId)) continue;
        if (used + bytes.length > space.length) {
          yield places;
          places = noPlaces();
          used = 0;
        }
        space.set(bytes, used);
        const known = places.get(meetingId);
        if (known === undefined) places.set(meetingId, [used, bytes.length, file, line]);
        else known.push(used, bytes.length, file, line);
        used += bytes.length;
      }
    }
    yield places;
  }

  function deliveryOf({ meetingIds }: RaceGroup, places: Places): RaceDelivery {
    const delivery: RaceDelivery = { races: new Map(), meetings: new Map() };
    for (const meetingId of meetingIds) {
      const numbers = places.get(meetingId) ?? [];
      for (let index = 0; index < numbers.length; index += NUMBERS_OF_PLACE) {
        const [at = 0, length = 0, file = 0, line = 0] = numbers.slice(index, index + NUMBERS_OF_PLACE);
        const each = delivered({ file, line, bytes: space.subarray(at, at + length) }, files);
        add(each.record.identity.scope === "race" ? delivery.races : delivery.meetings, each);
      }
    }
    return delivery;
  }

  return {
    async *read(key, atOnce) {
      let batch: Delivered[] = [];
      for (const placed of await readRecordPart(store, key, objectBytes)) {
        batch.push(delivered(placed, files));
        if (batch.length < atOnce) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async readHorses(key) {
      const horses = new Map<string, Delivered[]>();
      for (const placed of await readRecordPart(store, key, objectBytes)) add(horses, delivered(placed, files));
      return horses;
    },
    async *deliveriesOf(index) {
      const place = places[index];
      if (place === undefined) throw new RangeError(`group ${index} is not in the plan`);
      const { objects, group, groups, at } = place;
      if (group.bytes >= WINDOW_BYTES) {
        window = { groups: new Set(), places: noPlaces() };
        for await (const places of read(objects, [group])) yield { group, delivery: deliveryOf(group, places) };
        return;
      }
      if (!window.groups.has(group)) {
        window = { groups: new Set(), places: noPlaces() };
        const together = fitting(groups.slice(at));
        for await (const places of read(objects, together)) window = { groups: new Set(together), places };
      }
      yield { group, delivery: deliveryOf(group, window.places) };
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

/** By course's day, of each record where it begins in the window, its length, file and line. */
type Places = Map<string, number[]>;
const NUMBERS_OF_PLACE = 4;
const noPlaces = (): Places => new Map();

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
