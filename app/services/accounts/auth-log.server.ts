import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { countUp } from "#app/db/accounts/rate-limits.server.ts";
import { SIGN_IN_FAILURES } from "#app/domain/operations/site-status.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** 96 bits distinguish accounts. */
const HASH_LETTERS = 16;

export interface AuthEvent {
  /** confirm: in an open session. */
  act: "log-in" | "second-step" | "confirm" | "reset-request" | "reset" | "factor-undo" | "console" | "operator-call";
  factor: "password" | "code" | "recovery-code" | "passkey" | "mailed-link" | "admin-token";
  /** limited: unchecked. */
  outcome: "success" | "failure" | "limited";
  /** Null: none named. */
  account: { userId: number } | { email: string } | null;
}

/** One JSON line with keyed hashes of account and address. Failures are counted for the operator. */
export async function logAuth(deps: Deps, { account, ...event }: AuthEvent): Promise<void> {
  const hash = async (text: string) =>
    (await hmacBase64Url(deps.config.sessionSecret, `auth-log:${text}`)).slice(0, HASH_LETTERS);
  const name = account && ("userId" in account ? `user:${account.userId}` : `mail:${account.email}`);
  console.log(
    JSON.stringify({
      event: "auth",
      ...(deps.client && { requestId: deps.client.requestId }),
      ...event,
      account: name === null ? null : await hash(name),
      address: deps.client ? await hash(`address:${deps.client.address}`) : null,
    }),
  );
  if (event.outcome !== "failure") return;
  const isOperators = event.act === "console" || event.act === "operator-call";
  await countUp(deps.db, { counter: SIGN_IN_FAILURES[isOperators ? "operator" : "users"], now: deps.machineNow() });
}
