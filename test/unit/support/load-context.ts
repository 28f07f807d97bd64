import { readOperator } from "#app/domain/operator.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { createLoadContext } from "#workers/web/load-context.ts";

/** The context of loaders and actions, with the given services. */
export function createTestContext(services: Services): ReturnType<typeof createLoadContext> {
  return createLoadContext({
    services,
    visit: { requestId: "r1", method: "POST", path: "/", userId: null },
    nonce: "",
    clientAddress: "",
    now: () => 0,
    publicUrl: "http://site.example",
    contactUrl: null,
    officialAccountUrl: null,
    operator: readOperator({}),
    siteBanner: null,
    isDevelopment: false,
  });
}
