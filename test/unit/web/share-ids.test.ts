import Hashids from "hashids";
import { expect, test } from "vitest";
import { decodeShareId, encodeShareId, readShareReference } from "#app/adapters/share-id.server.ts";
import { isShareMedia, postAddress, postText } from "#app/components/sharing/share-links.ts";
import type { SharedView } from "#app/domain/scoring/shared-analysis.ts";
import { loader as loadRedirect } from "#app/routes/_public.share.analysis._index.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";
import { makeShared } from "#test/unit/support/racing-factories.ts";

/** Computed by another implementation of the published algorithm, from (id, 2023, 9) without salt. */
const KNOWN: readonly [id: number, shareId: string][] = [
  [1, "yPfrrBTx"],
  [2, "zmhMMjiV"],
  [7, "G8C11zHr"],
  [42, "vXc77kCw"],
  [123, "2RKUppDsL"],
  [1000, "xw3u11WHA"],
  [999_999_999_999_999, "M8P9QD3DQyGtqqnfO"],
];

test("a share id is the hashid of the analysis, 2023 and 9, without a minimum length", () => {
  expect(KNOWN.map(([id]) => [id, encodeShareId(id)])).toEqual(KNOWN);
  expect(KNOWN.map(([, shareId]) => decodeShareId(shareId))).toEqual(KNOWN.map(([id]) => id));
});

test("any other spelling than an analysis' share id is invalid", () => {
  const hashids = new Hashids("", 0);
  const others = [
    hashids.encode(1, 2022, 9),
    hashids.encode(1, 2023, 8),
    hashids.encode(2023, 9),
    hashids.encode(1),
    hashids.encode(1, 2023, 9, 1),
    hashids.encode(0, 2023, 9),
    new Hashids("salt", 0).encode(1, 2023, 9),
    new Hashids("", 20).encode(1, 2023, 9),
  ];
  const odd = ["", "1", "yPfrrBT", "yPfrrBTxx", "YPFRRBTX", " yPfrrBTx", "yPfrrBTx\n", "yPfrrBTx/..", "__proto__"];
  for (const shareId of [...others, ...odd, "馬", "\u0000", "a".repeat(5000)]) {
    expect([shareId, decodeShareId(shareId)]).toEqual([shareId, null]);
  }
});

test("calls accept the share id or the plain number, and no two analyses share a reference", () => {
  expect(["yPfrrBTx", "1", "42", "999999999999999"].map(readShareReference)).toEqual([1, 1, 42, 999_999_999_999_999]);
  for (const text of ["", "0", "01", "-1", "1.5", "1e3", "１", "9999999999999999", "nothing"]) {
    expect([text, readShareReference(text)]).toEqual([text, null]);
  }
  for (let id = 1; id <= 3000; id++) expect(encodeShareId(id)).toMatch(/[A-Za-z]/);
});

const SHARED = makeShared({
  race: { ...makeShared().race, raceNum: 10, name: "鳳凰特別", title: "京都", date: "2026-11-28" },
  horses: [
    { horseNum: 11, bracketNum: 6, name: "コメットウェーブ", score: 1.58, probability: 0.248, mark: "favourite" },
  ],
});
const TEXT = postText(SHARED);

test("posts go to the two networks only, name race and favourite, and keep the page's URL unchanged", () => {
  const url = "http://site.example/share/analysis/yPfrrBTx?a=1&b=馬#x";
  const x = new URL(postAddress("twitter", { url, text: TEXT }));
  expect([x.origin + x.pathname, ...x.searchParams]).toEqual([
    "https://x.com/intent/post",
    ["text", "京都10R ◎11 コメットウェーブ（勝率24.8%）\nはちわくでつくったAIモデルの指数です。"],
    ["url", url],
  ]);
  const facebook = new URL(postAddress("facebook", { url, text: TEXT }));
  expect(facebook.origin + facebook.pathname).toBe("https://www.facebook.com/sharer/sharer.php");
  expect(Object.fromEntries(facebook.searchParams)).toEqual({ u: url, quote: TEXT });
  const none = [null, "", "x", "Twitter", "toString", "__proto__", "https://evil.example", "//evil.example"];
  expect(none.filter(isShareMedia)).toEqual([]);
});

/** Target of `/share/analysis` while only analysis 1 is shared. */
async function askRedirect(query: string): Promise<unknown[]> {
  const shared = { ...SHARED, shareId: "yPfrrBTx", url: "http://site.example/share/analysis/yPfrrBTx" } as SharedView;
  const resolve: Services["sharing"]["resolve"] = async ({ reference }) =>
    readShareReference(reference) === 1 ? shared : null;
  const context = createTestContext({ sharing: { resolve } } as unknown as Services);
  const request = new Request(`http://site.example/share/analysis${query}`);
  try {
    const answer = await loadRedirect({ request, params: {}, context: { ...context } });
    return [answer.status, answer.headers.get("Location")];
  } catch (thrown) {
    if (thrown instanceof Response) return [thrown.status, thrown.headers.get("Location")];
    throw thrown;
  }
}

test("the redirect leads by id and media to X, to Facebook or to the share page, and never to a queried URL", async () => {
  const url = "http://site.example/share/analysis/yPfrrBTx";
  for (const id of ["yPfrrBTx", "1"]) {
    expect(await askRedirect(`?id=${id}&media=twitter`)).toEqual([302, postAddress("twitter", { url, text: TEXT })]);
    expect(await askRedirect(`?id=${id}&media=facebook`)).toEqual([302, postAddress("facebook", { url, text: TEXT })]);
    expect(await askRedirect(`?id=${id}`)).toEqual([302, "/share/analysis/yPfrrBTx"]);
  }
  const odd = ["line", "//evil.example", "https%3A%2F%2Fevil.example", "__proto__", "twitter%00"];
  for (const media of odd) {
    expect(await askRedirect(`?id=1&media=${media}`)).toEqual([302, "/share/analysis/yPfrrBTx"]);
  }
  expect(await askRedirect("?id=1&media=twitter&url=https://evil.example&text=evil&u=//evil.example")).toEqual([
    302,
    postAddress("twitter", { url, text: TEXT }),
  ]);
  for (const query of ["", "?media=twitter", "?id=2&media=twitter", "?id=zmhMMjiV", "?id=//evil.example", "?id="]) {
    expect(await askRedirect(query)).toEqual([404, null]);
  }
});
