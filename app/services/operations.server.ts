import { findDataVersion } from "#app/db/data-version.server.ts";
import { type DevMail, listDevMails as listMails } from "#app/db/dev-mails.server.ts";
import type { Deps } from "./deps.server.ts";

export async function readHealth(deps: Deps): Promise<{ dataVersion: string | null }> {
  return { dataVersion: await findDataVersion(deps.d1) };
}

/** Newest first, at most 100. */
export async function listDevMails(deps: Deps): Promise<DevMail[]> {
  return listMails(deps.d1);
}
