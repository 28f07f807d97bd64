import { RUNNER_FIELDS } from "#app/domain/racing/records.ts";
import { SEX_CODES } from "../codes.ts";
import { UM, UM_BYTES_UNTIL_2023, UM_UNTIL_2023 } from "../layouts.ts";
import { openRecord, type RecordFindings } from "../record-view.ts";

const SIRE = 0;
const DAM = 1;
const DAM_SIRE = 4;

/** UM, or NU with the same positions. */
export function readHorseFacts(bytes: Uint8Array, findings: RecordFindings) {
  const view = openRecord(bytes.length === UM_BYTES_UNTIL_2023 ? UM_UNTIL_2023 : UM, bytes, findings);
  const ancestor = (index: number): string => view.text("Ketto3Info.Bamei", index);
  const horseId = view.raw("KettoNum");
  return {
    horseId,
    horseName: view.fill(RUNNER_FIELDS.horseName, "Bamei", view.text("Bamei")),
    bornIn: horseId.slice(0, 4),
    sex: view.code("SexCD", SEX_CODES),
    sireName: view.fill(RUNNER_FIELDS.sireName, "Ketto3Info.Bamei", ancestor(SIRE)),
    damName: view.fill(RUNNER_FIELDS.damName, "Ketto3Info.Bamei", ancestor(DAM)),
    damSireName: view.fill(RUNNER_FIELDS.damSireName, "Ketto3Info.Bamei", ancestor(DAM_SIRE)),
  };
}
