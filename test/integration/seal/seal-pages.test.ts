import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { insertLeaf } from "#app/db/seal/seals.server.ts";
import { recordAnswer } from "#app/db/seal/witnesses.server.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { sealForecast } from "#app/domain/seal/sealed-body.ts";
import { readRecent } from "#app/services/seal/published-roots.server.ts";
import { sealProofOf } from "#app/services/seal/seal-proofs.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { createTestDeps, SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { forecastAt, runVerifier } from "#test/unit/seal/sealed-days.ts";

let site: Awaited<ReturnType<typeof createBuiltSite>>;
let file: string;
let seal: string;

/** A day with three leaves that one head holds. */
beforeAll(async () => {
  site = await createBuiltSite();
  const deps = createTestDeps({ db: openDatabase(site.d1), store: site.store });
  await sealDue(deps);
  for (const analysisId of [1, 2, 3]) {
    const leaf = await sealForecast(forecastAt("2026-11-21", 600, { salt: String(analysisId) }));
    const { raceId } = forecastAt("2026-11-21", 600);
    await insertLeaf(deps.db, { ...leaf, analysisId, batchKey: null, raceId, now: SATURDAY_MORNING });
    seal = leaf.hash;
  }
  deps.clock.now += 240;
  await sealDue(deps);
  const proof = await sealProofOf(deps, { analysisId: 3 });
  file = proof.kind === "proof" ? proof.file : "";
});

afterAll(() => site[Symbol.asyncDispose]());

const text = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "");

test("checks of one address are limited, those of others are not", { tags: "full" }, async () => {
  const ask = (address: string) => site.fetch("/verify/no-such-seal", { headers: { "CF-Connecting-IP": address } });
  let refused = await ask("10.9.8.7");
  // Twice the limit, as its window may end meanwhile.
  for (let tries = 1; tries < 240 && refused.status === 404; tries += 1) refused = await ask("10.9.8.7");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await text(refused)).toContain("確認が続いています。");
  expect((await ask("10.9.8.6")).status).toBe(404);
});

test("the chain is public, to scripts of any site too, and has a tag by which it is read again only after a head", async () => {
  const answer = await site.fetch("/roots.json");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const body = await answer.text();
  const { days } = JSON.parse(body) as PublishedRoots;
  expect(days).toEqual([
    {
      ...{ date: "2026-11-21", root: days[0]?.heads[0]?.root, previous: "0".repeat(64), count: 3 },
      heads: [
        { at: "2026-11-21T10:04:00+09:00", root: expect.stringMatching(/^[0-9a-f]{64}$/), count: 3 },
        { at: "2026-11-21T10:00:00+09:00", root: expect.stringMatching(/^[0-9a-f]{64}$/), count: 0 },
      ],
    },
  ]);
  expect(runVerifier(file, body).isFound).toBe(false);
  const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
  expect((await site.fetch("/roots.json", { headers })).status).toBe(304);
  expect((await site.fetch("/roots.json", { method: "POST", headers: { Origin: ORIGIN } })).status).toBe(405);
});

test("the page says which roots came late to a copy, and that none is changed; it is kept for half a minute", async () => {
  const read = async () => {
    const answer = await site.fetch("/verify");
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "public, max-age=30"]);
    return (await text(answer)).replaceAll(/<[^>]*>/g, "");
  };
  expect(await read()).toContain("最近1日の訂正と、写しのおくれはありません。");

  const deps = createTestDeps({ db: openDatabase(site.d1), store: site.store });
  const [one, two, three] = ["https://one.example/", "https://two.example/", "https://three.example/"];
  deps.config.witnesses = [one!, two!, three!];
  deps.clock.now += 660;
  const { results } = await sql(site.d1)`select id, at from seal_heads order by at`.all<{ id: string; at: number }>();
  const [first, second] = results;
  const accept = (
    witness: string,
    head: { id: string; at: number },
    { after, status = 200 }: { after: number; status?: number },
  ) => recordAnswer(deps.db, { headId: head.id, witness, status, answer: "", at: head.at + after });
  await accept(one!, first!, { after: 601 });
  await accept(one!, second!, { after: 30 });
  await accept(two!, first!, { after: 600 });
  await accept(two!, second!, { after: 600 });
  await accept(three!, first!, { after: 5, status: 503 });
  await accept(three!, second!, { after: 5 });
  const late = { date: "2026-11-21", heads: 1 };
  expect((await readRecent(deps, { limit: 14 })).late).toEqual([
    { ...late, copy: 1, seconds: 601, isWaiting: false },
    { ...late, copy: 3, seconds: 660, isWaiting: true },
  ]);
});

test("without script a file or its text is checked by a form, and a number by its address", async () => {
  const post = async (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request(`${ORIGIN}/verify`, { method: "POST", body: form });
    const answer = await site.fetch("/verify", {
      method: "POST",
      headers: { Origin: ORIGIN, "Content-Type": request.headers.get("Content-Type") ?? "" },
      body: await request.text(),
    });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    return `${answer.status} ${await text(answer)}`;
  };
  expect(await post({ file: new File([file], "proof.json", { type: "application/json" }), text: "" })).toMatch(
    /^200 .*封は合っています。.*◎3 ○7 ▲12 △14・5/s,
  );
  expect(await post({ text: `${file}\r\n` })).toMatch(/^200 .*封は合っています。/s);
  expect(await post({ text: file.replace(seal.slice(0, 4), "0000").replace("3,7", "7,3") })).toMatch(
    /^400 .*封が合いません。/s,
  );
  expect(await post({ text: "" })).toMatch(/^400 .*証明ファイルを選ぶか、中身を貼り付けてください/s);
  const ask = async (path: string) => {
    const answer = await site.fetch(path);
    return `${answer.status} ${answer.headers.get("Location") ?? (await text(answer))}`;
  };
  expect(await ask("/verify?code=%20Kx7mQ2pD")).toBe("303 /verify/Kx7mQ2pD");
  expect(await ask("/verify/Kx7mQ2pD")).toMatch(/^404 .*この番号の記録はありません/s);
  const shown = await ask(`/verify/${seal}`);
  expect(shown).toMatch(/^200 .*この封はルートに入っています。.*3件目/s);
  // A hash is no key to the content.
  expect(shown).not.toContain("◎3");
  expect(await ask("/verify")).toMatch(/当たることは証明しません.*11月21日（土）.*10:04時点 .*3件.*途中/s);
});

test("until a head holds its seal, the proof of a shared analysis leads to the page that says when one will", async () => {
  const deps = createTestDeps({ db: openDatabase(site.d1), store: site.store });
  const forecast = forecastAt("2026-11-21", 600, { salt: "4" });
  const now = SATURDAY_MORNING + 300;
  const leaf = { ...(await sealForecast(forecast)), raceId: forecast.raceId, now };
  await insertLeaf(deps.db, { ...leaf, analysisId: 4, batchKey: null });
  const shareId = encodeShareId(4);
  const shared = JSON.stringify({ analysisId: 4, shareId, modelName: "" });
  await site.store.put("shares/4.json", shared, { customMetadata: { state: "shared" } });
  const answer = await site.fetch(`/share/analysis/${shareId}/proof.json`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/verify/${shareId}`]);
  expect(await text(await site.fetch(`/verify/${shareId}`))).toContain("おそくとも10:10に、ここに結果が出て");
});
