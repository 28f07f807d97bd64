import type { Runner } from "#app/domain/racing/records.ts";
import { SEX_CODE } from "./codes.ts";
import { UM } from "./race-forms.ts";
import { compact, type Made } from "./race-record.ts";
import { writeRecord } from "./record-writer.ts";

const SIRE = 0;
const DAM = 1;
const DAM_SIRE = 4;
const ANCESTORS = 14;

/** A horse's master record (UM), made from a runner's row; the sample's horses are all born on 1 April. */
export function horseRecord(runner: Runner, { stage, madeOn }: Made): Uint8Array {
  const bornIn = Number(runner.horseId.slice(0, 4));
  const record = writeRecord(UM)
    .code("DataKubun", stage)
    .code("MakeDate", compact(madeOn))
    .code("KettoNum", runner.horseId)
    .code("RegDate", `${bornIn + 2}0401`)
    .code("BirthDate", `${bornIn}0401`)
    .text("Bamei", runner.horseName)
    .number("ZaikyuFlag", 1)
    .code("SexCD", runner.sex === null ? "0" : SEX_CODE[runner.sex])
    .number("HinsyuCD", 1)
    .code("ChokyosiCode", runner.trainerId ?? "00000")
    .text("ChokyosiRyakusyo", runner.trainerName ?? "")
    .zeros("DelKubun", "DelDate", "UmaKigoCD", "KeiroCD", "TozaiCD");
  for (let index = 0; index < ANCESTORS; index += 1) record.number("Ketto3Info.HansyokuNum", 0, index);
  record
    .text("Ketto3Info.Bamei", runner.sireName ?? "", SIRE)
    .text("Ketto3Info.Bamei", runner.damName ?? "", DAM)
    .text("Ketto3Info.Bamei", runner.damSireName ?? "", DAM_SIRE);
  return record.end();
}
