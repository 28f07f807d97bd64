import { removeStaged, stageLaterIds } from "#app/adapters/imports/staging.server.ts";
import { finishValidation, type ImportRecord, refuseImport } from "#app/db/racing/imports.server.ts";
import { type RaceAlias, writeAliases } from "#app/db/racing/race-identities.server.ts";
import { IN_DATABASE } from "#app/db/racing/undo/kept-races.server.ts";
import type { FileKind } from "#app/domain/open-csv/open-csv.ts";
import { createSeenRows } from "#app/domain/open-csv/seen-rows.ts";
import { quote } from "#app/domain/racing/fields.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { checkRaces } from "./check-races.server.ts";
import { checkPayouts, checkRunners } from "./check-rows.server.ts";
import { type Findings, pedigreeNotice } from "./import-findings.server.ts";
import type { ImportLimits } from "./import-limits.server.ts";
import { createImportState, type ImportState, isSound, type OpenFile, type TakeRows } from "./import-state.server.ts";

export type ImportChecks = ReturnType<typeof createImportChecks>;

export type ImportVerdict = { kind: "staged"; rows: number } | { kind: "refused" };

const CHECKS = { races: checkRaces, runners: checkRunners, payouts: checkPayouts };

/** Across rows: keys, races, slots. */
export function createImportChecks(deps: Deps, record: ImportRecord, limits: ImportLimits) {
  const state = createImportState(deps, record, limits);
  const { findings, raceNumbers, rowCounts, writer } = state;
  let openKind: FileKind | null = null;
  return {
    findings,
    async openFile(file: OpenFile): Promise<TakeRows> {
      if (openKind !== null && openKind !== file.kind) {
        if (isSound(state)) await writer.flush(openKind);
        state.seen = createSeenRows();
      }
      openKind = file.kind;
      const take = CHECKS[file.kind](state, file);
      return async (block) => {
        await take(block);
        if (isSound(state)) await writer.flushFull();
      };
    },
    /** Skips checks that depend on it. */
    abandonFile(kind: FileKind): void {
      if (kind === "races") raceNumbers.acceptAll();
    },
    rowCount: (kind: FileKind) => rowCounts[kind],
    /** Stages or refuses the import. */
    async end(): Promise<ImportVerdict> {
      await state.contradictions.end(state.racesWithoutPayouts);
      if (isSound(state) && openKind !== null) await writer.flush(openKind);
      return isSound(state) ? finish(deps, record.id, state) : refuse(deps, record.id, state);
    },
  };
}

async function finish({ db, store }: Deps, importId: number, state: ImportState): Promise<ImportVerdict> {
  const { aliases, laterIds, findings, givenTwice, rowCounts, skipped, writer } = state;
  noticeIds(findings, aliases, "races that are stored under another id keep it, and the given ids lead to them");
  noticeIds(findings, laterIds, "races that are given under several ids keep the first, and the others lead to them");
  const aboutPedigree = pedigreeNotice(state.pedigree);
  if (aboutPedigree !== null) findings.notice(`runners.csv: ${aboutPedigree}`);
  // Kept even if the import is refused: their races are stored.
  await writeAliases(db, asAliases(aliases));
  await stageLaterIds(store, importId, asAliases(laterIds));
  await finishValidation(db, importId, {
    chunkCount: writer.count(),
    unchanged: givenTwice,
    skipped,
    beforeParts: IN_DATABASE,
    ...findings.list,
  });
  return { kind: "staged", rows: rowCounts.races + rowCounts.runners + rowCounts.payouts };
}

const asAliases = (ids: ReadonlyMap<string, string>): RaceAlias[] =>
  [...ids].map(([alias, raceId]) => ({ alias, raceId }));

function noticeIds(findings: Findings, ids: ReadonlyMap<string, string>, what: string): void {
  const [first] = ids;
  if (first === undefined) return;
  const [given, stored] = first.map(quote);
  const others = ids.size > 1 ? `, and ${ids.size - 1} more` : "";
  findings.notice(`races.csv: race_id: ${what} from now on: ${given} to ${stored}${others}`);
}

async function refuse(deps: Deps, importId: number, { findings }: ImportState): Promise<ImportVerdict> {
  await refuseImport(deps.db, importId, { ...findings.list, now: deps.now() });
  await removeStaged(deps.store, importId);
  return { kind: "refused" };
}
