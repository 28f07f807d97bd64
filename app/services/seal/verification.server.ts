import { decodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { findSeal, findSealedRace, listAnswers } from "#app/db/seal/seal-reads.server.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import { isHash } from "#app/domain/seal/hashes.ts";
import { checkSealProof } from "#app/domain/seal/seal-proof.ts";
import { instantOf } from "#app/domain/seal/sealed-body.ts";
import type { SealView } from "#app/domain/views/seal.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { findPublishedDay } from "./published-roots.server.ts";
import { headDueAt, type SealProofFile, sealProofOf } from "./seal-proofs.server.ts";

/** A shared analysis: its seal. A hash: that and when it was sealed. unknown: no such code, or not shared. */
export async function verifyCode(deps: Deps, { code }: { code: string }): Promise<SealView> {
  if (isHash(code)) return verifyHash(deps, code);
  const analysisId = decodeShareId(code);
  const shared = analysisId === null ? null : await createShareStore(deps.store).find(analysisId);
  if (shared === null) return { kind: "unknown" };
  const proof = await sealProofOf(deps, { analysisId: shared.analysisId });
  if (proof.kind === "waiting") return waiting(deps, proof.dueAt);
  if (proof.kind !== "proof") return { kind: "unknown" };
  const view = await verifyFile(deps, { text: proof.file });
  return view.kind === "whole" ? { ...view, shareId: shared.shareId, modelName: shared.modelName } : view;
}

/** And the start against the race as it is now. */
export async function verifyFile(deps: Deps, { text }: { text: string }): Promise<SealView> {
  const root = /"head":\{"at":"[^"]*","root":"([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
  const day = await findPublishedDay(deps, { root });
  const checked = await checkSealProof(text, { days: day === null ? [] : [day] });
  if (checked.kind === "broken") return checked;
  const { body, seal, head, isUpToDate } = checked;
  const race = await findSealedRace(deps.db, body.race);
  const answers = await listAnswers(deps.db, { root: head.root });
  const startsAt = race === null ? null : startOfRace(race);
  const sealedAt = instantOf(head.at);
  return {
    ...{ kind: "whole", seal, date: checked.day.date, isUpToDate, sealedAt, madeAt: instantOf(body.at) },
    ...{ race: race === null ? null : { raceId: body.race, ...race }, startsAt, marks: body.marks },
    // By the last announced start; without one, by the day.
    isLate: startsAt === null ? checked.isLate : sealedAt >= startsAt,
    root: head.root,
    witnesses: answers.map(({ witness, status, at }) => ({ host: new URL(witness).host, status, at })),
    shareId: null,
    modelName: null,
  };
}

/** none: not shared either. */
export async function sealProofOfShare(deps: Deps, { shareId }: { shareId: string }): Promise<SealProofFile> {
  const analysisId = decodeShareId(shareId);
  const shared = analysisId === null ? null : await createShareStore(deps.store).find(analysisId);
  return shared === null ? { kind: "none" } : sealProofOf(deps, { analysisId: shared.analysisId });
}

function waiting(deps: Deps, dueAt: number): SealView {
  return { kind: "waiting", dueAt, isOverdue: deps.now() > dueAt };
}

async function verifyHash(deps: Deps, hash: string): Promise<SealView> {
  const seal = await findSeal(deps.db, { hash });
  if (seal === null) return { kind: "unknown" };
  if (seal.place === null) return waiting(deps, headDueAt(seal.createdAt));
  const { day, position, sealedAt } = seal.place;
  return { kind: "hash", seal: hash, date: day, position, sealedAt };
}
