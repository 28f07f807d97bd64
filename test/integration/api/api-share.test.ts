import { expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { putSharedAnalysis, sharedAnalysisOf } from "#test/integration/support/rankings/public-views.ts";
import { createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";

const ID = encodeShareId(60);
const FROM = (address: string) => ({ headers: { "CF-Connecting-IP": address } });

async function startSite() {
  const site = await createTestSite();
  await putSharedAnalysis(site.env.STORE, sharedAnalysisOf(60));
  const learnt = sharedAnalysisOf(61, { isLearntFrom: true });
  const horses = learnt.horses.map((horse) => ({ ...horse, probability: null }));
  await putSharedAnalysis(site.env.STORE, { ...learnt, horses });
  return site;
}

test("a shared analysis has the shape of analysis_result, with the masked name and both addresses, and no more", async () => {
  await using site = await startSite();
  const answer = await site.fetch(`/api/share/analysis?id=${ID}`);
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { result: { scores: unknown[] }; image_url: string };
  const { scores } = body.result;
  expect(body).toEqual({
    analysis_result_id: 60,
    model_name: "先行力重視",
    venue_type: 1,
    created_at: Date.parse("2026-11-21T09:30:00+09:00") / 1000,
    status: 2,
    result: { race_info: { race_num: 11, name: "翠風ステークス", title: "京都", date: "2026-11-21" }, scores },
    user_name: "さくら",
    url: `${ORIGIN}/share/analysis/${ID}`,
    image_url: body.image_url,
  });
  expect(body.image_url).toMatch(new RegExp(`^${ORIGIN}/share/analysis/${ID}/[0-9a-f]{34}\\.png$`));
  expect(scores).toHaveLength(8);
  expect(scores[0]).toEqual({ uma_num: 1, name: "ハルノカゼ", score: 2.61, probability: 0.31 });
  // The plain number is another reference to it.
  expect(await (await site.fetch("/api/share/analysis?id=60")).json()).toEqual(body);
  const learnt = (await (await site.fetch("/api/share/analysis?id=61")).json()) as typeof body;
  expect(learnt.result.scores[0]).toEqual({ uma_num: 1, name: "ハルノカゼ", score: 2.61, probability: null });
});

test("the image can be requested by id in any of its fields; names and scores of the body have no effect", async () => {
  await using site = await startSite();
  const read = async (body: unknown) => {
    const answer = await site.postJson("/api/share/image", body);
    return [answer.status, await answer.json()];
  };
  const { image_url: url } = (await (await site.fetch("/api/share/analysis?id=60")).json()) as { image_url: string };
  const forged = {
    model_name: "にせもの",
    user_name: "にせもの",
    result: { race_info: { name: "にせ" }, scores: [{ uma_num: 1, name: "にせ", score: 3.5 }] },
  };
  const bodies = [
    { id: ID },
    { id: "60" },
    { id: 60 },
    { analysis_result_id: 60 },
    { analysis_result_id: ID },
    { analysis: { analysis_result_id: 60 } },
    { ...forged, id: 60 },
    { ...forged, user_name: { $ne: 1 }, analysis: { ...forged, analysis_result_id: 60 } },
  ];
  for (const body of bodies) expect([body, ...(await read(body))]).toEqual([body, 200, { url }]);
  for (const body of [{ id: 62 }, { id: encodeShareId(62) }, { id: "nothing" }, { analysis_result_id: 1 }]) {
    expect([body, (await read(body))[0]]).toEqual([body, 404]);
  }
  for (const body of [
    {},
    forged,
    { id: null },
    { id: -1 },
    { id: 1.5 },
    { analysis: {} },
    { id: "x".repeat(65) },
    [],
  ]) {
    expect([body, (await read(body))[0]]).toEqual([body, 400]);
  }
});

test("an address may call each route sixty times a minute, for known ids or not; others and the next minute are unaffected", async () => {
  await using site = await startSite();
  const read = (address: string) => site.fetch("/api/share/analysis?id=60", FROM(address));
  const draw = (address: string, id: number) =>
    site.post("/api/share/image", { body: JSON.stringify({ id }), ...FROM(address) });
  const statuses = await Promise.all(Array.from({ length: 70 }, (_, turn) => draw("192.0.2.1", 60 + (turn % 3))));
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10);
  const refused = await draw("192.0.2.1", 60);
  expect([refused.status, await refused.json()]).toEqual([429, { detail: "Too many requests." }]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect([(await read("192.0.2.1")).status, (await draw("192.0.2.2", 60)).status]).toEqual([200, 200]);
  site.advance(60);
  expect((await draw("192.0.2.1", 60)).status).toBe(200);
});
