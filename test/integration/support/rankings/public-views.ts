import { createRankingStore, hashManifest, type RankingManifest } from "#app/adapters/ranking-store.server.ts";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { BASELINE_USER_NAME, BASELINES } from "#app/domain/rankings/baselines.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import type { RankingsFile, WireEntry } from "#app/domain/rankings/rankings-file.ts";
import { SHARED_MARKS, type SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Newest first; the Saturday of the tests is 21 November 2026. */
const PERIODS = {
  weekly: [
    { periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" },
    { periodKey: "2026-11-07", from: "2026-11-07", to: "2026-11-08" },
  ],
  monthly: [
    { periodKey: "2026-10", from: "2026-10-03", to: "2026-10-31" },
    { periodKey: "2026-09", from: "2026-09-05", to: "2026-09-27" },
  ],
} as const;

/** An entry whose four rates are all `rate` per cent; rank null for a baseline. */
export function wireEntryOf(id: number, rank: number | null, rate: number, names: Partial<WireEntry> = {}): WireEntry {
  return {
    id,
    model_name: `モデル${id}`,
    user_name: `ユーザー${id}`,
    ...figures("total", rank, rate),
    ...figures("tan", rank, rate),
    ...figures("fuku", rank, rate),
    ...figures("umaren", rank, rate),
    ...names,
  };
}

function figures<T extends string>(ticket: T, rank: number | null, rate: number) {
  return {
    [`${ticket}_rank`]: rank,
    [`${ticket}_return_rate`]: rate,
    [`${ticket}_hit_rate`]: 41.7,
    [`${ticket}_races`]: 24,
    [`${ticket}_low`]: Math.round(rate * 6) / 10,
    [`${ticket}_high`]: Math.round(rate * 15) / 10,
  } as Record<`${T}_${"rank" | "return_rate" | "hit_rate" | "low" | "high"}`, number> & Record<`${T}_races`, number>;
}

/**
 * Publishes rankings as a build does: all seven with two periods each, twelve entries of different rates and three
 * baselines. Publishing again switches, also with the same entries.
 *
 * @param entries of all rankings, in order
 * @param status of the newest period of each
 * @returns the manifest's version
 */
export async function putReadyRankings(
  bucket: R2Bucket,
  {
    entries = Array.from({ length: 12 }, (_, index) => wireEntryOf(index + 1, index + 1, 131.2 - 8.3 * index)),
    status = "ready",
  }: { entries?: WireEntry[]; status?: "ready" | "counting" } = {},
): Promise<string> {
  const store = createRankingStore(bucket);
  const stood = await store.readManifest();
  const buildId = crypto.randomUUID();
  const builtAt = Math.floor(Date.now() / 1000);
  const rankings = {} as RankingManifest["rankings"];
  const file = {} as RankingsFile;
  const baselines = BASELINES.map(({ modelId, modelName }) => ({
    ...wireEntryOf(modelId, null, 78.4 + modelId),
    model_name: modelName,
    user_name: BASELINE_USER_NAME,
  }));
  for (const { key, cadence } of RANKING_PERIODS) {
    rankings[key] = [];
    for (const [index, { periodKey, from, to }] of PERIODS[cadence].entries()) {
      const isCounting = index === 0 && status === "counting";
      const ranking = {
        period: { from, to },
        status: isCounting ? ("counting" as const) : ("ready" as const),
        rank: isCounting ? [] : entries,
        baselines: isCounting ? [] : baselines,
      };
      if (index === 0) file[key] = ranking;
      const named = { ...ranking, key, periodKey, participants: entries.length, builtAt, buildId };
      const objectKey = isCounting ? null : await store.writeRanking(named);
      rankings[key].push({ periodKey, from, to, objectKey, buildId: isCounting ? null : buildId });
    }
  }
  const version = await hashManifest({ rankings });
  const fileKey = await store.writeFile({ ...file, version, generated_at: builtAt });
  const isSwitched = await store.writeManifest(
    { version, generatedAt: builtAt, fileKey, rankings },
    stood?.etag ?? null,
  );
  if (!isSwitched) throw new Error("another manifest was put meanwhile");
  return version;
}

/** A shared analysis of eight horses. */
export function sharedAnalysisOf(analysisId: number, fields: Partial<SharedAnalysis> = {}): SharedAnalysis {
  const names = [
    "ハルノカゼ",
    "ミナトノヒカリ",
    "オオゾラ",
    "ユキノシタ",
    "タビビト",
    "ソラマメ",
    "アサヒ",
    "コモレビ",
  ];
  return {
    analysisId,
    shareId: encodeShareId(analysisId),
    createdAt: Date.parse("2026-11-21T09:30:00+09:00") / 1000,
    sharedAt: Date.parse("2026-11-21T10:00:00+09:00") / 1000,
    modelName: "先行力重視",
    userName: "さくら",
    race: {
      raceNum: 11,
      name: "翠風ステークス",
      title: "京都",
      date: "2026-11-21",
      venueType: 1,
      startTime: "15:40",
      surface: "turf",
      distanceM: 1600,
    },
    isLearntFrom: false,
    horses: names.map((name, index) => ({
      horseNum: index + 1,
      bracketNum: index + 1,
      name,
      score: Math.round((2.61 - 0.52 * index) * 100) / 100,
      probability: Math.round((0.31 - 0.04 * index) * 1000) / 1000,
      mark: SHARED_MARKS[index] ?? null,
    })),
    imageKey: analysisId.toString(16).padStart(32, "0"),
    ...fields,
  };
}

/** Publishes it as its owner's button does. */
export async function putSharedAnalysis(bucket: R2Bucket, shared: SharedAnalysis): Promise<void> {
  const store = createShareStore(bucket);
  const isPut = await store.put(shared, { replaces: await store.findMark(shared.analysisId) });
  if (!isPut) throw new Error("something else was put meanwhile");
}
