import { createRankingStore, hashManifest, type RankingManifest } from "#app/adapters/ranking-store.server.ts";
import { BASELINE_USER_NAME, BASELINES } from "#app/domain/rankings/baselines.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";
import { type RankingsFile, toWireEntry, type WireEntry } from "#app/domain/rankings/rankings-file.ts";
import { openSiteBindings } from "./site-database.ts";

/** Newest first, as of Saturday, 21 November 2026, the day of the site. */
const PERIODS = {
  weekly: [
    { periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" },
    { periodKey: "2026-11-07", from: "2026-11-07", to: "2026-11-08" },
    { periodKey: "2026-10-31", from: "2026-10-31", to: "2026-11-01" },
  ],
  monthly: [
    { periodKey: "2026-10", from: "2026-10-03", to: "2026-10-25" },
    { periodKey: "2026-09", from: "2026-09-05", to: "2026-09-27" },
  ],
} as const;

/** Wednesday, 18 November 2026, 06:02 in Japan. */
const BUILT_AT = Date.parse("2026-11-18T06:02:00+09:00") / 1000;

export interface OwnModel {
  userId: number;
  modelId: number;
}

/** Twelve models with names of all lengths, and own ones: the first ranks 2 by win and 40 otherwise, the second 41. */
function entriesOf(races: number, own: readonly OwnModel[]): { listed: WireEntry[]; own: WireEntry[] } {
  const names = [
    ["雪解けの差し", "kazamidori"],
    ["三歳馬の成長曲線ノート", "tsukiyo88"],
    ["外枠先行", "hatoba"],
    ["長距離は血統で買うモデル第二号", "midorikawa"],
    ["叩き二走目", "asagiri3"],
    ["ローカル名人会", "komorebi"],
    ["芝千六スペシャリスト", "umanote"],
    ["斤量だけ見る", "averyveryverylongusername0123456789"],
    ["重賞は前走着差", "yunagi21"],
    ["朝一番の逃げ馬", "退会したユーザー"],
    ["逃げ残り", "******"],
    ["WWWWWWWWWWWWWWW", "tomoshibi"],
  ] as const;
  const entry = (modelId: number, names: { modelName: string; userName: string }, ranks: readonly number[]) =>
    toWireEntry({
      modelId,
      ...names,
      tickets: Object.fromEntries(
        TICKET_TYPES.map((ticket, at) => {
          const rank = ranks[at] ?? 1;
          const returnRate = Math.max(0, Math.round(2784 - 1400 * Math.log10(rank) - 30 * at) / 10);
          const isTold = returnRate > 0;
          return [
            ticket,
            {
              rank,
              returnRate,
              low: isTold ? Math.round(returnRate * 5) / 10 : null,
              high: isTold ? Math.round(returnRate * 18) / 10 : null,
              hitRate: 47.2,
              races,
            },
          ];
        }),
      ) as Parameters<typeof toWireEntry>[0]["tickets"],
    });
  // By win the first own model ranks second, and the models below it move down by one.
  const listed = names.map(([modelName, userName], at) =>
    entry(9001 + at, { modelName, userName }, [at + 1, at === 0 ? 1 : at + 2, at + 1, 12 - at]),
  );
  const ownEntries = own.map(({ modelId }, at) =>
    entry(modelId, { modelName: `末脚マイスター${at + 1}`, userName: "あるじ" }, [
      40 + at,
      at === 0 ? 2 : 41,
      40 + at,
      40 + at,
    ]),
  );
  const isListed = ({ total_rank, tan_rank, fuku_rank, umaren_rank }: WireEntry) =>
    [total_rank, tan_rank, fuku_rank, umaren_rank].some((rank) => rank !== null && rank <= 10);
  return { listed: [...listed, ...ownEntries].filter(isListed), own: ownEntries };
}

function baselinesOf(races: number): WireEntry[] {
  return BASELINES.map(({ modelId, modelName }) =>
    toWireEntry({
      modelId,
      modelName,
      userName: BASELINE_USER_NAME,
      tickets: Object.fromEntries(
        TICKET_TYPES.map((ticket) => [
          ticket,
          { rank: null, returnRate: 80.2 + modelId, low: 49.1, high: 118.4, hitRate: 58.3, races },
        ]),
      ) as Parameters<typeof toWireEntry>[0]["tickets"],
    }),
  );
}

/**
 * Writes rankings into a running site's bucket and database as a build would: three weekly and two monthly periods. The
 * newest period is still being built in the rankings of `counting`, and has no entries in those of `empty`.
 */
export async function putRankings(
  stateDir: string,
  {
    own = [],
    counting = [],
    empty = [],
    participants: all = 412,
  }: {
    own?: readonly OwnModel[];
    counting?: readonly RankingKey[];
    empty?: readonly RankingKey[];
    participants?: number;
  } = {},
): Promise<void> {
  const { DB, STORE } = openSiteBindings(stateDir);
  const store = createRankingStore(STORE);
  const stood = await store.readManifest();
  const buildId = crypto.randomUUID();
  const rankings = {} as RankingManifest["rankings"];
  const file = {} as RankingsFile;
  const rows: D1PreparedStatement[] = [];
  for (const { key, cadence, category } of RANKING_PERIODS) {
    const races = cadence === "weekly" ? 36 : category === null ? 144 : 28;
    const entries = entriesOf(races, own);
    rankings[key] = [];
    for (const [at, period] of PERIODS[cadence].entries()) {
      const { periodKey, from, to } = period;
      const isCounting = at === 0 && counting.includes(key);
      const isEmpty = at === 0 && empty.includes(key);
      const ranking = {
        period: { from, to },
        status: isCounting ? ("counting" as const) : ("ready" as const),
        rank: isCounting || isEmpty ? [] : entries.listed,
        baselines: isCounting ? [] : baselinesOf(races),
      };
      if (at === 0) file[key] = ranking;
      const participants = isEmpty ? 0 : all;
      const id = `${buildId}-${cadence}-${at}`;
      const objectKey = isCounting
        ? null
        : await store.writeRanking({ ...ranking, key, periodKey, participants, builtAt: BUILT_AT, buildId: id });
      rankings[key].push({ ...period, objectKey, buildId: objectKey === null ? null : id });
      if (isCounting || isEmpty) continue;
      for (const [index, entry] of entries.own.entries()) {
        rows.push(
          DB.prepare(
            "insert into ranking_entries (build_id, ranking_key, period_key, model_id, user_id, entry) values (?, ?, ?, ?, ?, ?)",
          ).bind(id, key, periodKey, entry.id, own[index]?.userId ?? 0, JSON.stringify(entry)),
        );
      }
    }
  }
  if (rows.length > 0) await DB.batch(rows);
  const version = await hashManifest({ rankings });
  const fileKey = await store.writeFile({ ...file, version, generated_at: BUILT_AT });
  const manifest = { version, generatedAt: BUILT_AT, fileKey, rankings };
  if (!(await store.writeManifest(manifest, stood?.etag ?? null)))
    throw new Error("another manifest was written at the same time");
}
