import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Failure } from "#app/components/frame/error-pages.tsx";
import { Progress } from "#app/components/parts/parts.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { MESSAGES } from "#app/forms/messages.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";
import { CREATION_UNKNOWN, MODEL_REFUSALS } from "#app/forms/models/model-refusals.ts";

test("texts of models and accounts match the specification to the letter", () => {
  expect(MODEL_REFUSALS["creations-per-month"]).toMatchObject({
    text: "今月のAIモデル作成数が上限に達しています。",
    canUpgrade: true,
  });
  expect(CREATION_UNKNOWN.detail).toBe("モデル作成の状況は一覧画面からご確認ください");
  expect(MODEL_MESSAGES.failed).toBe("AIモデル作成中にエラーが発生しました");
  expect([MESSAGES.signUpFailed, MESSAGES.resetFailed]).toEqual(["登録できませんでした", "パスワードが変更できません"]);
});

test("a bar of unknown progress reaches 95 % over three times its limit, 900 s for a model; finished is full", () => {
  const at = (share: number | null, seconds: number, limit?: number) => {
    const bar = <Progress share={share} label="進み" startedSecondsAgo={seconds} limitSeconds={limit} />;
    return Number(/aria-valuenow="(\d+)"/.exec(renderToStaticMarkup(bar))?.[1]);
  };
  expect(at(null, 2700)).toBe(95);
  expect(at(null, 99_999)).toBe(95);
  expect(at(null, 450, 300)).toBe(48);
  expect(at(1, 5)).toBe(100);
});

test("an error not caused by input shows the generic sentence, and a lost response the network's", () => {
  const words = (isNetwork: boolean) =>
    renderToStaticMarkup(<Failure homeTo="/" isNetwork={isNetwork} />).replace(/<[^>]*>/g, "");
  expect(words(false)).toContain("エラーが発生しました。 もう一度やりなおしてください");
  expect(words(true)).toContain("ネットワークエラーが発生しましたもう一度やりなおしてください");
});

test("a model list that cannot be loaded shows an error and offers a retry", () => {
  const body = renderToStaticMarkup(
    <LoadFailure error={new Error("outage")} text={MODEL_MESSAGES.loadFailed} again="/models" list={null} />,
  );
  expect(body).toContain("モデルが取得できません");
  expect(body).toContain('href="/models"');
});
