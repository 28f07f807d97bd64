import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailSender } from "#app/adapters/mail.server.ts";
import { createServices, type Services } from "#app/services/create-services.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { CHOICE } from "#test/integration/support/billing/plan-factories.ts";
import {
  consume,
  drive,
  emailOf,
  type FaultWorld,
  FROM,
  layFaultWorld,
  OTHER,
  OWNER,
  type Site,
} from "#test/integration/support/faults/fault-world.ts";
import { renewal } from "#test/integration/support/faults/prepared-states.ts";
import { readSiteState } from "#test/integration/support/faults/site-state.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";

const MINUTE = 60;
const MINUTES = 10;
/** The longest pause between two attempts of an outage: by then each job has run again. */
const AFTER_SECONDS = 10 * MINUTE;

let world: FaultWorld;

beforeAll(async () => {
  world = await layFaultWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

interface Outage {
  isDown: boolean;
  /** Calls refused, by service. */
  refused: { store: number; mail: number };
}

/** The same dependencies, whose store and mail fail while the outage lasts, in the platform's words. */
function withOutage<D extends Deps>(deps: D, outage: Outage): D {
  const failingMail = createMailSender({
    from: "noreply@example.com",
    binding: {
      send: async () => Promise.reject(Object.assign(new Error("down"), { code: "E_INTERNAL_SERVER_ERROR" })),
    },
  });
  const { mail } = deps;
  return {
    ...deps,
    store: new Proxy(deps.store, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== "function") return member;
        return async (...values: unknown[]) => {
          if (!outage.isDown) return member.apply(target, values);
          outage.refused.store += 1;
          throw new Error(`${String(name)}: We encountered an internal error. Please try again. (10001)`);
        };
      },
    }),
    mail: {
      async send(...given: Parameters<typeof mail.send>) {
        if (!outage.isDown) return mail.send(...given);
        outage.refused.mail += 1;
        return failingMail.send(...given);
      },
    },
  };
}

/** Users ask for a model, a score and a mail, events of Stripe arrive, and ten minutes pass. */
async function play({ isDown }: { isDown: boolean }) {
  const laid = await world.open();
  await renewal(laid);
  laid.sent.length = 0;
  const outage: Outage = { isDown, refused: { store: 0, mail: 0 } };
  const deps = withOutage(laid.deps, outage);
  const site: Site = { ...laid, deps, services: createServices(deps) };
  const { faults } = laid.billing;
  if (isDown)
    faults.push({ kind: "status", status: 503, when: "before", milliseconds: 0, method: null, count: 1e6, path: null });

  const ask = (services: Services) => [
    services.models.create({ user: OWNER, name: "停電", venueType: 1, choice: CHOICE, formKey: "outage" }),
    services.analyses.request({ user: OWNER, modelId: world.facts.modelId, raceId: "r007" }),
    services.accounts.requestPasswordReset({ email: emailOf(OTHER.id), ...FROM }),
  ];
  const answers = await Promise.all(ask(site.services));
  await laid.d1
    .prepare(
      "update jobs set payload = '{\"learner\":\"conditional-logit\"}' where kind = 'train-model' and status = 'queued'",
    )
    .run();
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await consume(
      site,
      site.sent.splice(0).map(({ message }) => message),
      { handle: "all" },
    );
    for (const event of laid.billing.takeEvents()) await laid.billing.deliver(event);
    laid.billing.advance(MINUTE);
    await consume(site, [{ version: 1, type: "sweep" }]);
  }
  const { results: open } = await laid.d1
    .prepare("select kind, status from jobs where status <> 'done' order by kind")
    .all<{ kind: string; status: string }>();
  outage.isDown = false;
  faults.length = 0;
  const upAt = deps.clock.now;
  await drive(site, { kinds: "all" });
  // The notification that the model is ready is sent from the minute's sweep.
  await consume(site, [{ version: 1, type: "sweep" }]);
  await drive(site, { kinds: "all" });
  return {
    site,
    answers: answers.map(({ kind }) => kind),
    open,
    refused: outage.refused,
    seconds: deps.clock.now - upAt,
  };
}

test("ten minutes without R2, mail and Stripe together: what was accepted ends as if nothing had been, within ten more", {
  tags: "full",
}, async () => {
  const quiet = await play({ isDown: false });
  const expected = await readSiteState(quiet.site);
  expect([quiet.open, quiet.refused]).toEqual([[], { store: 0, mail: 0 }]);

  const { site, answers, open, refused, seconds } = await play({ isDown: true });
  expect(answers).toEqual(quiet.answers);
  expect(open).toEqual(
    ["score-race", "send-mail", "sync-billing", "train-model"].map((kind) => ({ kind, status: "queued" })),
  );
  expect(Math.min(refused.store, refused.mail)).toBeGreaterThan(1);
  expect(seconds).toBeLessThanOrEqual(AFTER_SECONDS);
  expect(await readSiteState(site)).toEqual(expected);
  expect(await findBroken(site.deps)).toEqual([]);
});
