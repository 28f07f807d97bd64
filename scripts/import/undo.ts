import { formatImportError } from "#app/domain/open-csv/open-csv.ts";
import { callSite, followImport, type Site } from "./client.ts";
import { ImportRefusal } from "./refusal.ts";

/** Takes an import back, and follows it to its end. @returns the exit code */
export async function undoImport(
  site: Site,
  { undo, reason }: { undo: string; reason: string | undefined },
): Promise<number> {
  if (!/^\d{1,15}$/.test(undo)) throw new ImportRefusal("--undo takes the number of an import");
  if (reason === undefined) throw new ImportRefusal("--undo needs a --reason, which goes into the log");
  const started = await callSite(site, "POST", `/admin/api/imports/${undo}/undo`, JSON.stringify({ reason }));
  const ended = await followImport(site, (started as { import_id: number }).import_id);
  for (const notice of ended.notices) console.error(`notice: ${notice}`);
  for (const error of ended.errors) console.log(formatImportError(error));
  if (ended.status !== "done") return 1;
  console.log(`${ended.changed} races are as they were before import ${undo}, ${ended.skipped} stay as they are`);
  return 0;
}
