import { afterAll, expect, inject, test } from "vitest";
import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";

afterAll(closeBrowser);

const TODAY = "2026-11-21";
const FIXED = /^発走(直前|\d+(分|時間)前)に確定$/;

for (const javaScript of [true, false]) {
  test(`an analysis is accepted, comes back complete uncounted, and is deleted from its page, JavaScript ${javaScript}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `bunseki-${javaScript}`);
    await newModel(url, token, "ひとつめ");
    // The last one: the first has started by then.
    const race = (await racesOf(url, token, TODAY)).at(-1);
    if (race === undefined) throw new Error("no race today");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    const analyse = async () => {
      await page.goto(`${url}/races?date=${TODAY}&race=${race.race_id}`);
      await page.getByRole("heading", { name: "モデルの選択" }).waitFor();
      await page.getByRole("button", { name: "分析する" }).click();
    };
    await logIn(page, url, email, undefined, "/races");
    const counters = page.getByRole("list", { name: "分析の回数" });
    expect(await counters.textContent()).toMatch(/今日 0\/5\s*今月 0\/5\s*全5回 0\/5/);
    expect(await page.title()).toMatch(/^11月21日（土）のレース｜/);

    await analyse();
    await page.getByText(`「${race.race_num}R ${race.name}」の分析を受け付けました。`).waitFor();
    // The list's dialog when the scoring took longer than the answer waits, else the result itself.
    if (page.url().includes("?accepted=")) {
      await page.getByText("分析結果は一覧画面からご確認ください。").waitFor();
      const id = new URL(page.url()).searchParams.get("accepted");
      await page.goto(`${url}/analyses/${id}`);
    }
    await page.getByRole("heading", { name: "馬ごとの指数" }).waitFor();
    const analysisPath = new URL(page.url()).pathname;
    expect(await page.title()).toContain(`${race.race_num}R ${race.name}の分析結果｜`);
    // Before the payouts no bets are shown.
    expect(await page.getByText("この指数で買っていたら").count()).toBe(0);
    // Nobody else sees it until it is shared (sharing.test.ts).
    await page.getByRole("button", { name: "共有する" }).waitFor();
    const fixed = (await page.getByText(FIXED).textContent()) ?? "";
    if (javaScript) await expectGoodPage(page);

    await analyse();
    await page.waitForURL(/\/analyses\?completed=\d+/);
    await page.getByRole("heading", { name: "分析が完了しました" }).waitFor();
    expect(await counters.textContent()).toMatch(/今日 1\/5\s*今月 1\/5\s*全5回 1\/5/);
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "結果を見る" }).click();
    await page.waitForURL(url + analysisPath);

    await page.getByRole("link", { name: "この分析結果を削除" }).click();
    await page.getByRole("heading", { name: "この分析結果を削除しますか？" }).waitFor();
    await page.getByText("発走前に確定した分析です。").waitFor();
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "キャンセル" }).click();
    await page.waitForURL(url + analysisPath);
    await page.getByRole("link", { name: "この分析結果を削除" }).click();
    await page.getByRole("button", { name: "分析結果を削除" }).click();
    await page.getByRole("status").getByText("分析結果を削除しました").waitFor();
    await page.getByText("まだレースを分析していません").waitFor();
    // What is deleted stays counted.
    expect(await counters.textContent()).toMatch(/今日 1\/5/);
    if (javaScript) await expectGoodPage(page);

    await page.getByRole("link", { name: "削除した分析" }).click();
    await page.waitForURL(`${url}/analyses/deleted`);
    // The address may come before the page.
    const kept = await page.locator(".tombstones > li").first().textContent();
    for (const words of [`${race.race_num}R ${race.name}`, "ひとつめ", fixed, "予想の馬番 ", "結果待ち"]) {
      expect(kept).toContain(words);
    }
    if (javaScript) await expectGoodPage(page);
    phone.expectQuietConsole();
  });

  test(`deleting what is gone ends like the deletion, an unknown one is refused, and a page beyond the end leads back, JavaScript ${javaScript}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `nidome-${javaScript}`);
    const modelId = await newModel(url, token, "ふたつめ");
    const [race] = await racesOf(url, token, TODAY);
    const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/analyses");
    await page.goto(`${url}/analyses?delete=${analysisId}`);
    await page.getByRole("heading", { name: "この分析結果を削除しますか？" }).waitFor();
    await fetch(`${url}/api/analysis_results/${analysisId}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    await page.getByRole("button", { name: "分析結果を削除" }).click();
    await page.getByRole("status").getByText("分析結果を削除しました").waitFor();
    const refused = await page.context().request.post(`${url}/analyses?delete=${analysisId}`, {
      form: { analysis_id: "999999999", page: "1" },
      headers: { Origin: url },
    });
    expect([refused.status(), (await refused.text()).includes("分析結果を削除できませんでした")]).toEqual([400, true]);

    for (const beyond of ["2", "999999999999999"]) {
      await page.goto(`${url}/analyses?page=${beyond}`);
      await page.getByText("このページに分析結果はありません").waitFor();
    }
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "最初のページへ" }).click();
    await page.waitForURL(`${url}/analyses`);
    for (const first of ["0", "-3", "x", "1.5", ""]) {
      await page.goto(`${url}/analyses?page=${first}`);
      await page.getByText("まだレースを分析していません").waitFor();
    }
    phone.expectQuietConsole();
  });
}
