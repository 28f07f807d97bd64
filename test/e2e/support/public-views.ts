import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import type { RankingsFile } from "#app/domain/rankings/rankings-file.ts";
import { apiToken, callApi, finishedAnalysis, newModel, racesOf } from "./account.ts";
import { postForm } from "./web.ts";

/** Demo models are trained and settled in the background of a fresh site; a hook that waits for them waits so long. */
export const READY_TIMEOUT_MS = 700_000;
const RANKINGS_TIMEOUT_MS = 600_000;

export interface SharedPage {
  analysisId: number;
  /** Its hashid. */
  shareId: string;
  /** Of the public page. */
  path: string;
  /** Of the image for cards of other sites. */
  imagePath: string;
}

/** Presses the owner's button of an analysis: a form without script. `token` is the owner's session. */
async function pressShare(
  url: string,
  { token, analysisId, intent = "share" }: { token: string; analysisId: number; intent?: "share" | "unshare" },
): Promise<void> {
  const owner = { email: "", cookie: `session=${token}` };
  const answer = await postForm(url, `/analyses/${analysisId}`, { intent }, owner);
  if (answer.status !== 303) throw new Error(`${intent} of ${analysisId} answered ${answer.status}`);
}

/** Shares a finished analysis. @returns its addresses */
export async function shareAnalysis(
  url: string,
  { token, analysisId }: { token: string; analysisId: number },
): Promise<SharedPage> {
  await pressShare(url, { token, analysisId });
  return readSharedPage(url, analysisId);
}

/** A finished analysis of a new model of this demo user, shared by its owner. */
export async function sharedAnalysis(
  url: string,
  { email = "pro@demo.example", modelName = "公開用", date = "2026-11-15", password = DEMO_PASSWORD } = {},
): Promise<SharedPage> {
  const token = await apiToken(url, email, password);
  const modelId = await newModel(url, token, modelName);
  const [race] = await racesOf(url, token, date);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  return shareAnalysis(url, { token, analysisId });
}

/** Addresses of a shared analysis, as anyone is told. @throws when it is not shared */
async function readSharedPage(url: string, analysisId: number): Promise<SharedPage> {
  const { status, body } = await callApi<{ url: string; image_url: string }>(
    url,
    null,
    `/share/analysis?id=${analysisId}`,
  );
  if (status !== 200) throw new Error(`analysis ${analysisId} is not shared: ${status}`);
  const path = new URL(body.url).pathname;
  return { analysisId, shareId: path.split("/").at(-1) ?? "", path, imagePath: new URL(body.image_url).pathname };
}

/** Waits until a fresh site has counted its rankings; those of the month are the last to be ready. */
export async function readyRankings(url: string): Promise<RankingsFile> {
  const until = Date.now() + RANKINGS_TIMEOUT_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/rankings.json`);
    const file = (await answer.json()) as RankingsFile;
    if (file.weekly.status === "ready" && file.monthly.status === "ready" && file.monthly.rank.length > 0) return file;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error("the rankings are still being counted");
}
