import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import { ANALYSIS_FAILED, findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";
import { CREATION_FAILED, findCreationRefusal } from "#app/forms/models/model-refusals.ts";
import { action as deleteAnalysis } from "#app/routes/_app.analyses._index.tsx";
import { action as shareAnalysis } from "#app/routes/_app.analyses.$id.tsx";
import { action as keepAboutHorse } from "#app/routes/_app.horses.$horseId.tsx";
import { action as changeModels } from "#app/routes/_app.models._index.tsx";
import { action as editModel } from "#app/routes/_app.models.(edit).$id.tsx";
import { action as copyModel } from "#app/routes/_app.models.copy.$id.tsx";
import { action as createModel } from "#app/routes/_app.models.create.tsx";
import { action as analyse } from "#app/routes/_app.races._index.tsx";
import { action as keepOnCard } from "#app/routes/_app.races.$raceId._index.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";

const GENERIC = "エラーが発生しました。 もう一度やりなおしてください";

async function outage(): Promise<never> {
  throw new Error("the database is away");
}

/** Reading works; every change throws. */
const services = {
  auth: { findSessionUser: async () => ({ id: 1, plan: 1 }) },
  models: {
    find: async () => ({ modelId: 7, name: "型", venueType: 1, choice: { static: ["騎手"], average: {} } }),
    create: outage,
    renew: outage,
    rename: outage,
    remove: outage,
  },
  analyses: { request: outage, remove: outage },
  sharing: { share: outage, unshare: outage },
  fans: { saveOnCard: outage, saveNote: outage, setFavourite: outage },
} as unknown as Services;

/** The response of a page's action to a form of a logged-in user while the site fails. */
async function send(action: (args: ActionFunctionArgs) => unknown, fields: Record<string, string>) {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const context = createTestContext(services);
  const request = new Request("http://site.example/", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: context.sessionCookie("token").split(";")[0] ?? "" },
  });
  const answer = await action({ request, params: { id: "7" }, context: { ...context } });
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { event: "error", requestId: "r1", error: "Error: the database is away" },
  ]);
  logged.mockRestore();
  return answer;
}

/** A form's answer with errors of a field or of the whole form, and what was sent. */
const refused = (errors: string[], sent: object, field = "") => ({
  init: { status: 500 },
  data: { status: "error", error: { [field]: errors }, initialValue: sent },
});

test("an analysis that fails on our side shows the generic sentence in its dialog, and keeps the choice", async () => {
  const sent = { model_id: "7", race_id: "race" };
  expect(await send(analyse, sent)).toMatchObject(refused([ANALYSIS_FAILED], sent));
  expect(findAnalysisRefusal([ANALYSIS_FAILED])?.text).toBe(GENERIC);
});

test("a creation that fails on our side shows the generic sentence, and keeps the form", async () => {
  expect(
    await send(createModel, { intent: "create", name: "型", venueType: "1", static: "騎手", form_key: "0123456789" }),
  ).toMatchObject(refused([CREATION_FAILED], { name: "型", static: ["騎手"], form_key: "0123456789" }));
  const copy = { name: "型", form_key: "0123456789" };
  expect(await send(copyModel, { intent: "create", ...copy })).toMatchObject(refused([CREATION_FAILED], copy));
  // Made again by one press: the name that it would have had is typed in.
  expect(await send(copyModel, { intent: "renew", form_key: copy.form_key })).toMatchObject(
    refused([CREATION_FAILED], { name: "型・新", form_key: copy.form_key }),
  );
  expect(findCreationRefusal([CREATION_FAILED])?.text).toBe(GENERIC);
});

test("a change or deletion that fails on our side states what did not happen", async () => {
  expect(await send(changeModels, { intent: "delete", model_id: "7" })).toMatchObject(
    refused(["AIモデルを削除できませんでした"], { model_id: "7" }),
  );
  const name = { name: "型" };
  const renameFailed = ["AIモデルの名前を変更できませんでした"];
  expect(await send(changeModels, { model_id: "7", ...name })).toMatchObject(refused(renameFailed, name, "name"));
  expect(await send(editModel, name)).toMatchObject(refused(renameFailed, name, "name"));
  expect(await send(deleteAnalysis, { analysis_id: "7" })).toMatchObject(
    refused(["分析結果を削除できませんでした"], { analysis_id: "7" }),
  );
  expect(await send(shareAnalysis, { intent: "share" })).toMatchObject(refused(["共有できませんでした"], {}));
  expect(await send(shareAnalysis, { intent: "unshare" })).toMatchObject(refused(["共有をやめられませんでした"], {}));
});

test("own marks and notes that fail on our side show that, and keep what was typed", async () => {
  const onCard = { parts: "mark-note", horse_id: "h1", mark: "rival", note: "末脚" };
  expect(await send(keepOnCard, onCard)).toMatchObject(refused([OWN_MESSAGES.notSaved], onCard));
  const note = { intent: "note", note: "末脚" };
  expect(await send(keepAboutHorse, note)).toMatchObject(refused([OWN_MESSAGES.notSaved], note));
  const favourite = { intent: "favourite", favourite: "yes" };
  expect(await send(keepAboutHorse, favourite)).toMatchObject(refused([OWN_MESSAGES.notSaved], favourite));
});
