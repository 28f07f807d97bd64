import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { countUp } from "#app/db/accounts/rate-limits.server.ts";
import { SIGN_IN_FAILURES } from "#app/domain/operations/sign-in-failures.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** 96 bits: enough to tell accounts apart, and no address can be computed from them without the secret. */
const HASH_LETTERS = 16;

export interface AuthEvent {
  /** What the factor was given for. confirm: again, in an open session. */
  act: "log-in" | "second-step" | "confirm" | "reset-request" | "reset" | "factor-undo" | "console" | "operator-call";
  factor: "password" | "code" | "recovery-code" | "passkey" | "mailed-link" | "admin-token";
  /** limited: refused by a limit, unchecked. */
  outcome: "success" | "failure" | "limited";
  /** Null: a call that names none. */
  account: { userId: number } | { email: string } | null;
}

/**
 * Logs an authentication as one line of JSON, with account and address as keyed hashes: equal ones can be found, and none can
 * be read. Failures are counted for the operator, those of the operator's own doors apart.
 */
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
