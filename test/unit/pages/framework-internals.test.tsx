import { Links, RemixServer, Scripts } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import {
  decodePageData,
  handoffScript,
  inlineStyles,
  lowerPreloads,
  removeHandoff,
  withoutTexts,
} from "#app/components/frame/framework-internals.ts";
import { requestPage } from "#test/unit/support/one-route.tsx";

const DRAWN = '<p title="a&amp;b">\u2028</p>';

function Page({ withScripts }: { withScripts: boolean }) {
  return (
    <html lang="ja">
      <head>
        <Links />
        <style data-style="app" />
        <style data-style="page" />
      </head>
      <body>{withScripts && <Scripts />}</body>
    </html>
  );
}

/** A page of a real Remix server that is rendered as entry.server.tsx does it. */
function renderPage({ withScripts }: { withScripts: boolean }): Promise<string> {
  return requestPage(
    {
      default: () => <Page withScripts={withScripts} />,
      links: () => [
        { rel: "stylesheet", href: "/app.css" },
        { rel: "stylesheet", href: "/page.css" },
      ],
      loader: () => ({ name: "</script>", html: { report: DRAWN } }),
    },
    async (request, status, headers, context) => {
      const readHandoff = removeHandoff(context);
      const html = renderToString(<RemixServer context={context} url={request.url} />);
      const page = lowerPreloads(
        inlineStyles(html, { app: { "/app.css": "body{color:red}" }, page: { "/page.css": "p{color:blue}" } }),
      );
      const encoded = await readHandoff();
      const script = encoded === null ? "" : handoffScript(withoutTexts(encoded, [DRAWN]), "n");
      return new Response(
        page.replace("</body>", () => `${script}</body>`),
        { status, headers },
      );
    },
  );
}

test("a page with scripts hands its data over in one script, without its static parts, and is whole at once", async () => {
  const html = await renderPage({ withScripts: true });
  expect(html.match(/streamController\.enqueue\(/g)).toHaveLength(1);
  const [, literal = "null"] =
    /streamController\.enqueue\((".*?")\);window\.__remixContext\.streamController\.close\(\)/.exec(html) ?? [];
  const encoded: unknown = JSON.parse(literal);
  expect(encoded).toContain('"</script>"');
  expect(encoded).toContain('"report"');
  expect(encoded).not.toContain("a&amp;b");
  expect(html).not.toContain('</script>"');
  // What React would have streamed behind a boundary.
  expect(html).not.toContain("<!--$?-->");
});

test("a page without scripts has none, not even its data", async () => {
  expect(await renderPage({ withScripts: false })).not.toContain("<script");
});

test("the styles that a page links stand in its head, and their links are disabled", async () => {
  const html = await renderPage({ withScripts: false });
  expect(html).toMatch(/<style data-style="app">body\{color:red\}<\/style>/);
  expect(html).toMatch(/<style data-style="page">p\{color:blue\}<\/style>/);
  expect(html).toMatch(/<link rel="stylesheet" disabled="" media="not all" data-style="app" href="\/app\.css"/);
  expect(html).toMatch(/<link rel="stylesheet" disabled="" media="not all" data-style="page" href="\/page\.css"/);
});

test("every preloaded script comes behind the style", async () => {
  const html = await renderPage({ withScripts: true });
  const preloads = html.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
  expect(preloads.length).toBeGreaterThan(1);
  expect(preloads.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
});

test("starting a page waits for the data that Remix throws a promise of", async () => {
  let isDecoded = false;
  const data = Promise.resolve().then(() => {
    isDecoded = true;
  });
  await decodePageData(() => {
    throw data;
  });
  expect(isDecoded).toBe(true);
});
