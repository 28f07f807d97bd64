import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { deliverMessage } from "#test/integration/support/jobs/job-handlers.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { concat, hr, RACE_KEY, ra, result, se, winPay } from "#test/unit/jv-data/records.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const ALERT_MAIL = "operator@keiba.example";

/** Sunday, 22 November 2026. */
const at = (time: string, day = "2026-11-22") => Date.parse(`${day}T${time}:00+09:00`) / 1000;
const raceAt = (number: string) => `${RACE_KEY.slice(0, -2)}${number}`;
/** Races at 10:05 and 15:40, each with a horse. */
const CARD = concat(
  ...[ra({ key: raceAt("01") }, [874, "1005"]), se({ key: raceAt("01") })],
  ...[ra({ key: raceAt("11") }, [874, "1540"]), se({ key: raceAt("11") })],
);
const resultOf = (number: string) =>
  concat(
    ra({ key: raceAt(number), stage: "7" }, [874, number === "01" ? "1005" : "1540"]),
    se({ key: raceAt(number), stage: "7" }, ...result(1, "2315", " 000")),
    hr({ key: raceAt(number) }, winPay(1, "01", 310)),
  );

/** A site whose card came on Friday; its cron, and the mails that it sent. */
async function createSite({ alertMail = ALERT_MAIL }: { alertMail?: string | null } = {}) {
  const { database, deps: defaults } = await openTestDeps();
  const deps = { ...defaults, config: { ...defaults.config, alertMail } };
  const deliver = async (time: string, bytes: Uint8Array, day?: string) => {
    deps.clock.now = at(time, day);
    await applyRecords(deps, { bytes });
  };
  const send = (body: object) => deliverMessage(deps, handlers, { queue: "keiba-ai-notify", body });
  const mails = async () => {
    const { results } = await deps.db.$client
      .prepare('select "to", subject, text from dev_mails order by id')
      .all<{ to: string; subject: string; text: string }>();
    return results;
  };
  /** The cron at these times, `count` of it at once; with how many mails there are then. */
  const sweep = async (times: readonly string[], { count = 1, day }: { count?: number; day?: string } = {}) => {
    const sent: number[] = [];
    for (const time of times) {
      deps.clock.now = at(time, day);
      deps.sent.length = 0;
      // The other queues have no consumer here: their waiting messages would raise other alarms.
      await deps.db.$client.prepare("delete from jobs where status = 'queued' and queue <> 'notify'").run();
      await Promise.all(Array.from({ length: count }, () => send({ version: 1, type: "sweep" })));
      for (const { queue, message } of deps.sent.splice(0)) if (queue === "notify") await send(message);
      sent.push((await mails()).length);
    }
    return sent;
  };
  // Features are not built here either.
  await deps.store.put(CURRENT_MANIFEST_KEY, JSON.stringify({ importId: Number.MAX_SAFE_INTEGER }));
  await deliver("18:10", CARD, "2026-11-20");
  return { deps, deliver, sweep, mails, [Symbol.asyncDispose]: database.dispose };
}

test("a race day that falls silent is mailed once, then once an hour; news end it, and a new silence is mailed again", async () => {
  await using site = await createSite();
  await site.deliver("11:00", resultOf("01"));
  expect(await site.sweep(["11:01", "11:14"])).toEqual([0, 0]);
  expect(await site.sweep(["11:15", "11:16", "11:17", "12:14"])).toEqual([1, 1, 1, 1]);
  expect(await site.sweep(["12:15", "12:16", "13:15"])).toEqual([2, 2, 3]);
  await site.deliver("13:20", CARD);
  expect(await site.sweep(["13:21", "13:34"])).toEqual([3, 3]);
  expect(await site.sweep(["13:35", "13:36"])).toEqual([4, 4]);
  const [first] = await site.mails();
  expect(first).toMatchObject({ to: ALERT_MAIL, subject: "【はちわく】開催中のレースデータが届いていません" });
  expect(first?.text).toContain("11月22日のレースのデータが、11:00を最後に届いていません。");
  expect(first?.text).toContain("http://127.0.0.1:8788/healthz");
});

test("silence counts from an hour before the first start to half an hour after the last one", async () => {
  await using site = await createSite();
  expect(await site.sweep(["12:00"], { day: "2026-11-21" })).toEqual([0]);
  expect(await site.sweep(["00:00", "06:00", "09:19"])).toEqual([0, 0, 0]);
  expect(await site.sweep(["09:20"])).toEqual([1]);
  expect((await site.mails())[0]?.text).toContain("11月20日18:10を最後に");
  await site.deliver("15:55", resultOf("01"));
  expect(await site.sweep(["16:10"])).toEqual([2]);
  expect(await site.sweep(["16:11", "17:11", "23:59"])).toEqual([2, 2, 2]);
  expect(await site.sweep(["10:00", "16:00"], { day: "2026-11-23" })).toEqual([2, 2]);
});

test("once all results are in, nothing is missing", async () => {
  await using site = await createSite();
  await site.deliver("15:46", concat(resultOf("01"), resultOf("11")));
  expect(await site.sweep(["16:01", "16:09"])).toEqual([0, 0]);
});

test("sweeps at once send one mail", async () => {
  await using site = await createSite();
  for (const [index, time] of ["10:00", "11:00", "12:00"].entries())
    expect(await site.sweep([time], { count: 8 })).toEqual([index + 1]);
  const { results } = await site.deps.db.$client.prepare("select id from jobs where kind = 'send-mail'").all();
  expect(results).toHaveLength(3);
});

test("an alert that is overtaken by news is not sent", async () => {
  await using site = await createSite();
  const wake = site.deps.queues.notify.send;
  site.deps.queues.notify.send = async (body, options) => {
    await site.deliver("11:01", resultOf("01"));
    return wake(body, options);
  };
  expect(await site.sweep(["11:00"])).toEqual([0]);
  const { results } = await site.deps.db.$client.prepare("select status from jobs where kind = 'send-mail'").all();
  expect(results).toEqual([{ status: "done" }]);
});

test("without an address, and on days whose races came by files, nobody is mailed", async () => {
  await using quiet = await createSite({ alertMail: null });
  expect(await quiet.sweep(["11:00", "13:00"])).toEqual([0, 0]);
  await using site = await createSite();
  await site.deps.db.$client.prepare("delete from delivered_days").run();
  expect(await site.sweep(["11:00", "13:00"])).toEqual([0, 0]);
});
