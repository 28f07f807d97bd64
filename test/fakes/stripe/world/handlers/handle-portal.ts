import type Stripe from "stripe";
import { noSuchParameter } from "#test/fakes/stripe/world/fault.ts";
import { LIST_PARAMETERS, pageOf } from "#test/fakes/stripe/world/lists.ts";
import {
  allow,
  findFlag,
  findGroup,
  findText,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import {
  nextId,
  type PortalConfigurationRecord,
  type PortalSessionRecord,
  type World,
} from "#test/fakes/stripe/world/records.ts";
import type { Route } from "#test/fakes/stripe/world/route.ts";
import { requireCustomer } from "./handle-customers.ts";

const PATH = "/v1/billing_portal/configurations";

function renderConfiguration({ id, created, isActive, metadata, features }: PortalConfigurationRecord) {
  return { id, object: "billing_portal.configuration", created, active: isActive, metadata, features, livemode: false };
}

function renderSession({ id, created, customer, configuration, returnUrl }: PortalSessionRecord, world: World) {
  const url = `${world.pageOrigin}/p/session/${id}`;
  return { id, object: "billing_portal.session", created, customer, configuration, return_url: returnUrl, url };
}

function readFeatures(params: Params): PortalConfigurationRecord["features"] {
  const features = findGroup(params, "features") ?? {};
  allow<Stripe.BillingPortal.ConfigurationCreateParams.Features>(
    features,
    ["customer_update", "invoice_history", "payment_method_update", "subscription_cancel", "subscription_update"],
    "features",
  );
  const isEnabled = (name: string) => findFlag(findGroup(features, name) ?? {}, "enabled") ?? false;
  return {
    invoice_history: { enabled: isEnabled("invoice_history") },
    payment_method_update: { enabled: isEnabled("payment_method_update") },
  };
}

/** Calls for the customer portal; its actions are on the hosted page. */
export const PORTAL_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: PATH,
    answer: ({ world, now, params }) => {
      allow<Stripe.BillingPortal.ConfigurationCreateParams>(params, ["features", "metadata"]);
      const id = nextId(world, "bpc");
      const metadata = mergeMetadata({}, params);
      const made = { id, created: now, isActive: true, metadata, features: readFeatures(params) };
      world.portalConfigurations = { ...world.portalConfigurations, [id]: made };
      return renderConfiguration(made);
    },
  },
  {
    method: "GET",
    path: PATH,
    answer: ({ world, params }) => {
      allow<Stripe.BillingPortal.ConfigurationListParams>(params, [...LIST_PARAMETERS, "active"]);
      const active = findFlag(params, "active");
      const found = Object.values(world.portalConfigurations ?? {}).filter(
        ({ isActive }) => active === null || isActive === active,
      );
      return pageOf(found, params, PATH, renderConfiguration);
    },
  },
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    answer: ({ world, now, params }) => {
      allow<Stripe.BillingPortal.SessionCreateParams>(params, ["configuration", "customer", "locale", "return_url"]);
      const customer = requireCustomer(world, requireText(params, "customer"), "customer").id;
      const configuration = requireText(params, "configuration");
      if (world.portalConfigurations?.[configuration] === undefined)
        throw noSuchParameter("portal configuration", configuration, "configuration");
      const id = nextId(world, "bps");
      const session = { id, created: now, customer, configuration, returnUrl: findText(params, "return_url") };
      world.portalSessions = { ...world.portalSessions, [id]: session };
      return renderSession(session, world);
    },
  },
];
