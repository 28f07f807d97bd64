import { noSuchParameter } from "#test/fakes/stripe/world/fault.ts";
import {
  findFlag,
  findGroup,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import { nextId, type PortalConfigurationRecord } from "#test/fakes/stripe/world/records.ts";
import { listRoute, type Route } from "#test/fakes/stripe/world/route.ts";
import { requireCustomer } from "./handle-customers.ts";

const PATH = "/v1/billing_portal/configurations";
const FEATURES = ["customer_update", "invoice_history", "payment_method_update", "subscription_cancel"];

function renderConfiguration(configuration: PortalConfigurationRecord) {
  return { ...configuration, object: "billing_portal.configuration", active: true };
}

function isEnabled(params: Params, feature: string): { enabled: boolean } {
  return { enabled: findFlag(findGroup(findGroup(params, "features"), feature), "enabled") ?? false };
}

/** Calls for the customer portal; its actions are on the hosted page. */
export const PORTAL_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: PATH,
    accepts: FEATURES.map((name) => `features.${name}.enabled`),
    handle: ({ world, params }) => {
      const configuration = {
        id: nextId(world, "bpc"),
        metadata: mergeMetadata({}, params),
        features: {
          invoice_history: isEnabled(params, "invoice_history"),
          payment_method_update: isEnabled(params, "payment_method_update"),
        },
      };
      world.portalConfigurations[configuration.id] = configuration;
      return renderConfiguration(configuration);
    },
  },
  listRoute(
    PATH,
    ["active"],
    ({ portalConfigurations }) => portalConfigurations,
    (_, params) => findFlag(params, "active") !== false,
    (_, configuration) => renderConfiguration(configuration),
  ),
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    accepts: ["configuration", "customer", "locale", "return_url"],
    handle: ({ world, now, params }) => {
      const customer = requireCustomer(world, requireText(params, "customer"), "customer").id;
      const configuration = requireText(params, "configuration");
      if (world.portalConfigurations[configuration] === undefined)
        throw noSuchParameter("portal configuration", configuration, "configuration");
      const id = nextId(world, "bps");
      world.portalSessions[id] = { id, created: now, customer, returnUrl: findText(params, "return_url") };
      return { id, object: "billing_portal.session", customer, url: `${world.pageOrigin}/p/session/${id}` };
    },
  },
];
