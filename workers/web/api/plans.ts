import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { PRICE_IDS } from "#app/domain/plans/plan-list.ts";
import type { PlanRefused } from "#app/domain/plans/plan-refused.ts";
import { retryAfter } from "#app/http/retry-after.ts";
import {
  type ApiEnv,
  type ApiRefusal,
  bearerUser,
  countCall,
  PAYMENTS_UNAVAILABLE,
  readForm,
  readQuery,
  refuse,
} from "./api-env.ts";
import type { ApiCalls } from "./describe.ts";
import { toWireUser, userWire } from "./wire.ts";

const priceSchema = z.object({
  price_id: z
    .union([z.enum(PRICE_IDS), z.string().regex(/^price_\w{1,240}$/)], { error: "no price of a plan" })
    .meta({ description: "Lookup key of a plan's price, or Stripe's id of it" }),
});

/** Clients may show every 400 as "one downgrade a month", so the text names the actual reason. */
const REFUSALS: Record<PlanRefused["reason"], ApiRefusal> = {
  "same-plan": [400, "price_id: this is the present plan."],
  "not-offered": [400, "price_id: the present plan does not offer this choice."],
  "needs-checkout": [400, "no subscription to change: use POST /create-checkout-session."],
  "already-subscribed": [400, "there is a subscription already: use POST /update_plan."],
  "downgraded-this-month": [400, "downgrade is limited to once a month."],
  "card-declined": [400, "card declined: the plan has not changed."],
  "no-customer": [400, "there is no payment yet."],
  "preview-outdated": [400, "the amount has changed: try again."],
  busy: [503, "Another change of the plan is going on.", retryAfter(5)],
  unavailable: PAYMENTS_UNAVAILABLE,
};

export const planCalls: ApiCalls = {
  "POST /update_plan": {
    summary: "Change between paid plans",
    description:
      "A new month on the other plan begins and is charged at once, minus what is left of the paid one; what a downgrade leaves becomes credit. Sent again, or at once, it is one change. 400 with downgrade: the month's one downgrade is used; with card: the charge was declined, and the old plan stays.",
    query: priceSchema,
    answers: { 200: { description: "The user, on the new plan", schema: userWire } },
    refusals: [429, 503],
    async handler(c) {
      const plan = await findPlan(c, readQuery(c, priceSchema).price_id);
      const result = await c.env.services.plans.change({ user: bearerUser(c), plan });
      return result.kind === "refused" ? refuse(c, result, REFUSALS) : respondUser(c);
    },
  },

  "POST /create-checkout-session": {
    summary: "Open the payment page",
    description:
      "For a first subscription; in restricted mode for the plan that was not renewed, and no other. One page is open per user: asked again for the same plan it is the same page.",
    form: priceSchema,
    answers: {
      200: { description: "Address of the payment page, to send the browser to", schema: z.url() },
    },
    refusals: [429, 503],
    async handler(c) {
      const plan = await findPlan(c, (await readForm(c, priceSchema)).price_id);
      const result = await c.env.services.plans.checkout({ user: bearerUser(c), plan });
      return result.kind === "refused" ? refuse(c, result, REFUSALS) : c.json(result.url);
    },
  },

  "GET /cancel_subscription": {
    summary: "End the subscription",
    description:
      "At once and without refund; credit that is left is gone, and the plan is 1 (Free). On Free nothing changes. Refused in restricted mode, where the subscription has ended already.",
    changesByGet: true,
    answers: { 200: { description: "The user, on Free", schema: userWire } },
    limit: { user: "plans" },
    refusals: [400, 503],
    async handler(c) {
      const result = await c.env.services.plans.cancel({ user: bearerUser(c) });
      // A repeated request after a lost response: already done.
      const isDone = result.kind === "cancelled" || result.reason === "same-plan";
      return isDone ? respondUser(c) : refuse(c, result, REFUSALS);
    },
  },
};

/** Counts the call, but not one with a malformed price. */
async function findPlan(c: Context<ApiEnv>, priceId: string): Promise<number> {
  await countCall(c, { user: "plans" });
  const plan = await c.env.services.plans.findPlanOfPrice({ priceId });
  if (plan === null) throw new HTTPException(400, { message: "price_id: no price of a plan" });
  return plan;
}

async function respondUser(c: Context<ApiEnv>): Promise<Response> {
  const { services } = c.env;
  const { token } = c.var;
  const user = token === undefined ? null : await services.auth.findSessionUser({ token });
  // Logged out or deleted at the same time: the change itself was made.
  return c.json(toWireUser(user ?? bearerUser(c)));
}
