// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServices, type Services } from "#app/services/create-services.server.ts";
import {
  consume,
  drive,
  type FaultWorld,
  layFaultWorld,
  type Site,
} from "#test/integration/support/faults/fault-world.ts";
import { readSiteState } from "#test/integration/support/faults/site-state.ts";
import type { UseCase } from "#test/integration/support/faults/use-case.ts";
import { USE_CASES } from "#test/integration/support/faults/use-cases.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { isWhole, LONG_MS, share } from "#test/unit/support/fuzz.ts";

/** Tables that these calls do not change, or that are slow to read. */
const UNTOUCHED = ["features", "imports"] as const;

const LATER_SECONDS = 900;

let world: FaultWorld;
let runs = 0;

beforeAll(async () => {
  world = await layFaultWorld();
}, LONG_MS);
afterAll(() => {
  if (isWhole) console.info(`${runs} faults`);
  return world[Symbol.asyncDispose]();
});

const ALL = Object.entries(USE_CASES).flatMap(([room, cases]) =>
  Object.entries(cases as Record<string, UseCase>).map(([name, useCase]) => ({ name: `${room}.${name}`, ...useCase })),
);

async function open({ prepare }: UseCase): Promise<Site> {
  const site = await world.open();
  await prepare?.(site, world.facts);
  site.sent.length = 0;
  return site;
}

/** A call that fails somewhere, then what its user and the queues do: ask again, deliver again, sweep. */
async function play(useCase: UseCase, fault: Fault) {
  const site = await open(useCase);
  const call = (services: Services) => useCase.call(services, world.facts, site);
  let answer = await call(createServices(withFault(site.deps, fault))).catch(() => null);
  // Once at once, and once when nothing of the first call can be under way.
  for (const seconds of fault.at === 0 ? [] : [0, LATER_SECONDS]) {
    if (answer !== null && !isRefused(answer)) break;
    site.billing.advance(seconds);
    answer = await call(site.services);
  }
  // Each message arrives twice.
  site.sent.push(...site.sent);
  await drive(site);
  for (const type of ["sweep", "hourly"] as const) await consume(site, [{ version: 1, type }]);
  await drive(site);
  return site;
}

/** Such as where Stripe does not answer. */
const isRefused = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "refused";

/** Failed at every call by tests of their own, too, so that the quick share leaves them out. */
const QUICKLY_ELSEWHERE = ["plans.", "limits."];

const changes = ALL.filter(
  ({ name, isRead }) => isRead !== true && (isWhole || QUICKLY_ELSEWHERE.every((room) => !name.startsWith(room))),
);

test.each(changes)(
  "$name, failing at any call before and after its effect, leaves a sound site",
  async (useCase) => {
    const whole: Fault = { at: 0, mode: "before", calls: 0 };
    const site = await play(useCase, whole);
    const expected = await readSiteState(site);
    expect(await findBroken(site.deps, { isIdle: false, without: UNTOUCHED })).toEqual([]);
    expect(whole.calls).toBeGreaterThan(0);
    for (const { at, mode } of share(useCase.name, faultsOf(whole.calls))) {
      runs += 1;
      const about = `${mode} call ${at} of ${whole.calls}`;
      const faulty = await play(useCase, { at, mode, calls: 0 });
      const broken = await findBroken(faulty.deps, { isIdle: false, without: UNTOUCHED });
      expect([about, broken]).toEqual([about, []]);
      if (useCase.isAgain !== true) expect([about, await readSiteState(faulty)]).toEqual([about, expected]);
    }
  },
  LONG_MS,
);

test(
  "a read that fails at any call changes nothing",
  async () => {
    const site = await open({ call: async () => {} });
    const before = await readSiteState(site);
    for (const { name, call } of ALL.filter(({ isRead }) => isRead === true)) {
      const counting: Fault = { at: 0, mode: "before", calls: 0 };
      await call(createServices(withFault(site.deps, counting)), world.facts, site);
      for (const { at, mode } of share(name, faultsOf(counting.calls))) {
        runs += 1;
        await call(createServices(withFault(site.deps, { at, mode, calls: 0 })), world.facts, site).catch(() => {});
      }
    }
    expect(await readSiteState(site)).toEqual(before);
  },
  LONG_MS,
);

function faultsOf(calls: number) {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((at) => [
    { at, mode: "before" as const },
    { at, mode: "after" as const },
  ]);
}
