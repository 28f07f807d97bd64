import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import type { Services } from "#app/services/create-services.server.ts";
import { createApi } from "#workers/web/api/index.ts";

async function readDocument(): Promise<string> {
  const answer = await createApi().fetch(new Request("https://keiba.example.jp/api/openapi.json"), {
    services: {} as Services,
    requestId: "r1",
    clientAddress: "",
    publicUrl: "https://keiba.example.jp",
    now: () => 0,
  });
  return answer.text();
}

/** Severity and rule of every finding of Redocly's recommended rules. */
async function lint(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  return (await lintFromString({ source, config })).map(({ severity, ruleId, message }) =>
    [severity, ruleId, message].join(" "),
  );
}

test("the API's document names its server and passes Redocly's recommended rules without a warning", async () => {
  const source = await readDocument();
  expect(JSON.parse(source).servers).toEqual([{ url: "https://keiba.example.jp", description: "はちわく" }]);
  expect(await lint(source)).toEqual([]);
  // Checks the linter itself: without a server the same document fails.
  const { servers: _, ...nameless } = JSON.parse(source);
  expect((await lint(JSON.stringify(nameless))).join()).toContain("no-empty-servers");
}, 60_000);
