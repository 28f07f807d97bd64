import { CURRENT_MANIFEST_KEY, manifestKey, type StoredManifest } from "#app/adapters/feature-store.server.ts";
import { allColumns, CATALOGUE_VERSION, columnsOf, fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { encodeIndex } from "#app/domain/features/segment-index.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createBuiltJobs } from "#test/integration/support/workerd/built-jobs.ts";
import { FIRST_DAY, makeSyntheticRaces, type SyntheticRaces } from "#test/unit/learning/synthetic-races.ts";
import { runJob } from "./built-jobs.ts";
import type { MemoryFigures } from "./heap-samples.ts";

const SEGMENTS = 20;
const FIELD = 12;
const LARGE_COLUMNS = 160;
const FROM = dayNumber(FIRST_DAY);

/** Trainings on ten years of random races, one after the other: the default preset, and at least 160 columns. */
export async function measureTrainings(rows: number): Promise<MemoryFigures[]> {
  await using site = await createBuiltJobs({ instances: 1, isInspected: true });
  const { database } = site;
  const segmentRows = Math.floor(rows / SEGMENTS / FIELD) * FIELD;
  const races = (segmentRows / FIELD) * SEGMENTS;
  const synthetic = makeSyntheticRaces({ races, weights: [1, -0.5], fieldSize: FIELD });
  // So that all are before today.
  synthetic.index.raceDay = synthetic.index.raceDay.map((day) => FROM + Math.floor((day - FROM) / 4));
  await putFeatures(database.store, synthetic, segmentRows);
  await insertUser(database.db, { id: 1 });
  const figures: MemoryFigures[] = [];
  for (const [at, choice] of [DEFAULT_CHOICE, choiceOf(LARGE_COLUMNS)].entries()) {
    const id = at + 1;
    await insertModel(database.db, { id, status: 1, features: JSON.stringify(choice) });
    const memory = await runJob(site, { kind: "train-model", subject: String(id), queue: "train" });
    figures.push({ what: `training, ${rows} runners, ${columnsOf(choice, 1).length} columns`, ...memory });
  }
  return figures;
}

function choiceOf(columns: number): FeatureChoice {
  const full = fullChoice(1);
  for (let numbers = 1; ; numbers++) {
    const average = Object.fromEntries(
      Object.entries(full.average).map(([kind, chosen]) => [
        kind,
        { ...chosen, race_num: chosen.race_num.slice(0, numbers) },
      ]),
    );
    const choice = { ...full, average } as FeatureChoice;
    if (columnsOf(choice, 1).length >= columns) return choice;
  }
}

async function putFeatures(store: R2Bucket, { index, codes }: SyntheticRaces, segmentRows: number): Promise<void> {
  const places = allColumns(1).length;
  const sources = [...codes.values()];
  const segments: StoredManifest["venueTypes"][string]["segments"] = [];
  const segmentRaces = segmentRows / FIELD;
  for (let at = 0; at < SEGMENTS; at++) {
    const [firstRow, firstRace] = [at * segmentRows, at * segmentRaces];
    const ofRows = [firstRow, firstRow + segmentRows] as const;
    const ofRaces = [firstRace, firstRace + segmentRaces] as const;
    const encoded = encodeIndex({
      raceIds: index.raceIds.slice(...ofRaces),
      raceDay: index.raceDay.slice(...ofRaces),
      raceSurface: index.raceSurface.slice(...ofRaces),
      raceHasResult: index.raceHasResult.slice(...ofRaces),
      raceSize: new Uint16Array(segmentRaces).fill(FIELD),
      horseNum: index.horseNum.slice(...ofRows),
      isStarter: index.isStarter.slice(...ofRows),
      finishPosition: index.finishPosition.slice(...ofRows),
      winOdds: index.winOdds.slice(...ofRows),
    });
    await store.put(`index-${at}`, encoded);
    const all = new Uint16Array(places * segmentRows);
    for (let place = 0; place < places; place++) {
      all.set(sources[place % sources.length]!.subarray(...ofRows), place * segmentRows);
    }
    await store.put(`columns-${at}`, new Uint8Array(all.buffer));
    segments.push({
      ...{ name: `${at}`, rowCount: segmentRows, raceCount: segmentRaces, firstDay: "", lastDay: "", sourceHash: "" },
      ...{ indexKey: `index-${at}`, codesKeys: { all: { days: "", columns: `columns-${at}` } } },
    });
  }
  const summary = {
    rowCount: index.rowCount,
    raceCount: index.raceCount,
    firstDay: "2020-01-04",
    lastDay: "2026-01-01",
  };
  const manifest: StoredManifest = {
    ...{ version: "v", importId: 1, visibilityVersion: 0, catalogueVersion: CATALOGUE_VERSION, previousVersion: null },
    venueTypes: { "1": { ...summary, segments } },
  };
  for (const key of [manifestKey("v"), CURRENT_MANIFEST_KEY]) await store.put(key, JSON.stringify(manifest));
}
