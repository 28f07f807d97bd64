import { readIdentity, readKeyId } from "#app/domain/jv-data/record-identity.ts";
import { isReadKind, kindOf, type ReadKind } from "#app/domain/jv-data/record-kinds.ts";
import { noFindings } from "#app/domain/jv-data/record-view.ts";
import type { Delivered, DeliveredById, DeliveredHorses, RaceGroup } from "../delivery.server.ts";
import { createPartBuffer, type Placed, readRecordPart } from "./record-parts.server.ts";
import { type PlannedMonth, type RecordsPlan, readMonth, type SizedGroup } from "./records-plan.server.ts";

/** Numbers only, no objects: those would live until D1 responds and wait for a full collection. */

const WINDOW_BYTES = 2 * 1024 * 1024;

export interface RaceDelivery {
  races: DeliveredById;
  meetings: DeliveredById;
}

/** Records share a buffer: take them one after the other. */
export function openStaged(store: R2Bucket, plan: RecordsPlan) {
  const { files, months } = plan;
  let open: { month: RecordsPlan["months"][number]; planned: PlannedMonth } | null = null;
  let window = { groups: new Set<RaceGroup>(), places: noPlaces() };
  // Views of the objects would keep all of them in memory.
  let space = new Uint8Array();
  const objectBytes = createPartBuffer();

  async function* read(objects: readonly string[], groups: readonly SizedGroup[]) {
    const ids = new Set(groups.flatMap(({ raceIds, meetingIds }) => [...raceIds, ...meetingIds]));
    let places = noPlaces();
    const size = Math.min(WINDOW_BYTES, sizeOf(groups));
    if (space.length < size) space = new Uint8Array(size);
    let used = 0;
    for (const key of objects) {
      for (const { bytes, file, line } of await readRecordPart(store, key, objectBytes)) {
        const id = readKeyId(readKind(bytes), bytes);
        if (!ids.has(id)) continue;
        if (used + bytes.length > space.length) {
          yield places;
          places = noPlaces();
          used = 0;
        }
        space.set(bytes, used);
        addPlace(places, id, { at: used, length: bytes.length, file, line });
        used += bytes.length;
      }
    }
    yield places;
  }

  /** The month stays in memory until another is read. */
  async function findGroup(index: number) {
    let at = index;
    for (const month of months) {
      if (at < month.groups) {
        if (open?.month !== month) open = { month, planned: await readMonth(store, plan, month) };
        const { objects, groups } = open.planned;
        const group = groups[at];
        if (group !== undefined) return { objects, groups, group, at };
      }
      at -= month.groups;
    }
    throw new RangeError(`group ${index} is not in the plan`);
  }

  const deliveryOf = ({ raceIds, meetingIds }: RaceGroup, places: Places): RaceDelivery => ({
    races: viewOf(space.buffer, { ids: raceIds, places, files }),
    meetings: viewOf(space.buffer, { ids: meetingIds, places, files }),
  });

  return {
    async *read(key: string, atOnce: number): AsyncGenerator<Delivered[]> {
      let batch: Delivered[] = [];
      for (const placed of await readRecordPart(store, key, objectBytes)) {
        batch.push(delivered(placed, files));
        if (batch.length < atOnce) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async readHorses(key: string): Promise<DeliveredHorses> {
      const places = noPlaces();
      let memory: ArrayBufferLike = space.buffer;
      for (const { bytes, file, line } of await readRecordPart(store, key, objectBytes)) {
        const { id } = readIdentity(readKind(bytes), bytes, noFindings()).identity;
        memory = bytes.buffer;
        addPlace(places, id, { at: bytes.byteOffset, length: bytes.length, file, line });
      }
      return viewOf(memory, { ids: [...places.keys()], places, files });
    },
    /** Several parts if they are too many for memory. */
    async *deliveriesOf(index: number): AsyncGenerator<{ group: RaceGroup; delivery: RaceDelivery }> {
      const { objects, groups, group, at } = await findGroup(index);
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

function fitting(groups: readonly SizedGroup[]): SizedGroup[] {
  let bytes = 0;
  const end = groups.findIndex((group) => {
    bytes += group.bytes;
    return bytes >= WINDOW_BYTES;
  });
  return groups.slice(0, end === -1 ? groups.length : end);
}

const sizeOf = (groups: readonly SizedGroup[]): number => groups.reduce((sum, { bytes }) => sum + bytes, 0);

/** Offset, length, file and line by subject. */
type Places = Map<string, number[]>;
const NUMBERS_OF_PLACE = 4;
const noPlaces = (): Places => new Map();

function addPlace(
  places: Places,
  id: string,
  { at, length, file, line }: { at: number; length: number; file: number; line: number },
): void {
  const known = places.get(id);
  if (known === undefined) places.set(id, [at, length, file, line]);
  else known.push(at, length, file, line);
}

/** Parsed at each access. */
function viewOf(
  memory: ArrayBufferLike,
  { ids, places, files }: { ids: readonly string[]; places: Places; files: readonly string[] },
): DeliveredById & DeliveredHorses {
  const known = new Set(ids.filter((id) => places.has(id)));
  return {
    has: (id) => known.has(id),
    keys: () => known.keys(),
    get(id) {
      const numbers = known.has(id) ? places.get(id) : undefined;
      if (numbers === undefined) return undefined;
      const found: Delivered[] = [];
      for (let index = 0; index < numbers.length; index += NUMBERS_OF_PLACE) {
        const [at = 0, length = 0, file = 0, line = 0] = numbers.slice(index, index + NUMBERS_OF_PLACE);
        found.push(delivered({ file, line, bytes: new Uint8Array(memory, at, length) }, files));
      }
      return found;
    },
  };
}

function readKind(bytes: Uint8Array): ReadKind {
  const kind = kindOf(bytes);
  if (!isReadKind(kind)) throw new RangeError("staged records are damaged");
  return kind;
}

function delivered({ file, line, bytes }: Placed, files: readonly string[]): Delivered {
  const { identity } = readIdentity(readKind(bytes), bytes, noFindings());
  return { record: { identity, bytes }, line, file: files[file] };
}
