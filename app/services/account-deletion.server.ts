import { deleteUser } from "#app/db/account-deletion.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";
import type { Deps } from "./deps.server.ts";
import type { Services } from "./services.ts";

type Accounts = Services["accounts"];

/** Deletes the account; what is deleted and what stays is the transaction's (account-deletion.server.ts of the db). */
export async function deleteAccount(
  deps: Deps,
  { user, password }: Parameters<Accounts["deleteAccount"]>[0],
): ReturnType<Accounts["deleteAccount"]> {
  if (password !== undefined) {
    const checked = await checkCurrentPassword(deps, { userId: user.id, password });
    if (checked.kind === "refused") return checked;
  }
  await deleteUser(deps.d1, { userId: user.id, now: deps.now() });
  return { kind: "deleted" };
}
