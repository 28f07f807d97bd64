import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StaticHtml, staticTexts } from "#app/components/waiting/static-html.tsx";

test("loader-rendered content appears unchanged in the page", () => {
  const html = renderToStaticMarkup(<b title="<&>">{"<script>"}</b>);
  expect(renderToStaticMarkup(<StaticHtml id="report" html={html} />)).toBe(
    '<div id="report" class="static-html"><b title="&lt;&amp;&gt;">&lt;script&gt;</b></div>',
  );
});

test("the rendered texts of a page are found among its data, and nothing else", () => {
  expect(
    staticTexts({
      root: { requestId: "r" },
      "routes/_app": null,
      "routes/page": { now: 1, html: { report: "<p>1</p>", pairs: null, bets: "<p>2</p>" }, name: "<p>3</p>" },
      "routes/other": { html: null },
      "routes/text": "html",
    }),
  ).toEqual(["<p>1</p>", "<p>2</p>"]);
});
