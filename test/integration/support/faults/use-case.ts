import type { Services } from "#app/services/create-services.server.ts";
import type { Facts, Site } from "./fault-world.ts";

/** How a use case is called where anything may fail. */
export interface UseCase {
  prepare?(site: Site, facts: Facts): Promise<unknown>;
  call(services: Services, facts: Facts, site: Site): Promise<unknown>;
  /** It changes nothing. */
  isRead?: true;
  /** Asked for again, it is done again: another session, mail or entry of the log. */
  isAgain?: true;
}

type Call = UseCase["call"];

export const read = (call: Call): UseCase => ({ call, isRead: true });
export const change = (call: Call, prepare?: UseCase["prepare"]): UseCase => ({ call, ...(prepare && { prepare }) });
export const again = (call: Call, prepare?: UseCase["prepare"]): UseCase => ({
  ...change(call, prepare),
  isAgain: true,
});
