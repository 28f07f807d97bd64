import { type AppLoadContext, createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { createPageHandler } from "#workers/web/pages/page-routes.ts";

const MODE = "production";
const ORIGIN = "https://keiba.example";

/** Path or index of each route, by its id. */
const ROUTES: Record<string, { path?: string; index?: true; parentId?: string; isResource?: true }> = {
  root: { path: "" },
  app: { parentId: "root" },
  open: { parentId: "root" },
  "open.top": { index: true, parentId: "open" },
  "open.terms": { path: "terms.html", parentId: "open" },
  "open.signup": { path: "signup", parentId: "open" },
  "open.rest": { path: "*", parentId: "open" },
  "app.models": { path: "models", index: true, parentId: "app" },
  "app.create": { path: "models/create", parentId: "app" },
  "app.edit": { path: "models/edit?/:id", parentId: "app" },
  "app.welcome": { path: "signup/welcome", parentId: "app" },
  "app.period": { path: "rankings/:period", parentId: "app" },
  "app.export": { path: "export", parentId: "app", isResource: true },
};

/** A site whose pages report how Remix matched them. */
const build = {
  routes: mapRoutes((id, { isResource }) => ({
    module: {
      ...(isResource ? {} : { default: () => null }),
      loader: ({ params }: { params: object }) =>
        isResource ? new Response(`resource ${JSON.stringify(params)}`) : { id, params },
    },
  })),
  assets: {
    entry: { module: "", imports: [] },
    version: "1",
    url: "/manifest.js",
    routes: mapRoutes((id) => ({ module: `${id}.js`, hasLoader: true })),
  },
  entry: {
    module: {
      default: (_request: Request, status: number, _headers: Headers, context: EntryContext) => {
        const { matches, loaderData } = context.staticHandlerContext;
        const found = matches.map(({ route, params, pathname }) => ({ id: route.id, params, pathname }));
        const known = { modules: Object.keys(context.routeModules), manifest: Object.keys(context.manifest.routes) };
        return Response.json({ status, found, loaderData, known });
      },
      handleError: () => {},
    },
  },
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
  basename: "/",
  isSpaMode: false,
  publicPath: "/",
  assetsBuildDirectory: "",
} as unknown as ServerBuild;

function mapRoutes<T extends object>(describe: (id: string, route: (typeof ROUTES)[string]) => T) {
  return Object.fromEntries(
    Object.entries(ROUTES).map(([id, { isResource, ...route }]) => [
      id,
      { id, ...route, ...describe(id, { isResource, ...route }) },
    ]),
  );
}

const everything = createRequestHandler(build, MODE);
const pages = createPageHandler(build, MODE);
const context = {} as AppLoadContext;

async function readAnswer(handler: typeof pages, address: string, init?: RequestInit) {
  const answer = await handler(new Request(ORIGIN + address, init), context);
  const text = await answer.text();
  const isPage = answer.headers.get("Content-Type") === "application/json" && text.includes('"known"');
  if (!isPage) return { status: answer.status, text, known: null };
  const { known, ...page } = JSON.parse(text) as { known: { modules: string[]; manifest: string[] } };
  return { status: answer.status, text: JSON.stringify(page), known };
}

test.each([
  ..."/ /models /models/ /MODELS //models /models/create /models/CREATE /models/edit/12 /models/12 /models/edit".split(
    " ",
  ),
  ..."/models/edit/12/x /models/edit/ab /terms.html /signup /signup/welcome /rankings/2026-10 /rankings/12".split(" "),
  ..."/rankings /export /nowhere /12 /0 /models/0 /_root.data /models.data /models/edit/12.data /.data".split(" "),
  "/models?rename=3",
  "/models?index",
  "/__manifest?version=1&p=/models/create&p=/signup/welcome",
])("%s has the same response as with all routes", async (address) => {
  const [{ status, text }, expected] = [await readAnswer(pages, address), await readAnswer(everything, address)];
  expect({ status, text }).toEqual({ status: expected.status, text: expected.text });
});

test.each([
  ["/models", ["root", "app", "open", "open.top", "app.models"]],
  ["/models/edit/12", ["root", "app", "open", "open.top", "app.models", "app.edit"]],
  ["/signup/welcome", ["root", "app", "open", "open.top", "open.signup", "app.welcome"]],
])("%s uses only its own routes, its parents' and the root's", async (address, ids) => {
  // Also the second time, with the cached handler.
  for (const _time of [1, 2]) {
    const { known } = await readAnswer(pages, address);
    expect(new Set(known?.modules)).toEqual(new Set(ids));
    expect(new Set(known?.manifest)).toEqual(new Set(ids));
  }
});

test("paths of no page use all routes", async () => {
  const { known } = await readAnswer(pages, "/nowhere");
  expect(known?.modules).toEqual(Object.keys(ROUTES));
});
