import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { logIn } from "#test/e2e/support/account.ts";
import { startTestSite } from "#test/e2e/support/site.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** A busy machine reports a changed file late. */
const LATE = { timeout: 60_000 };
const LABELS = ["好きな馬", "推しの馬", "応援する馬", "夢の馬"];

/** Copies the project beside the build, with hard links to its packages, which are on the same disk. */
function copyProject(): string {
  const root = mkdtempSync(path.join(ROOT, "build", "dev-copy-"));
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT });
  execFileSync("cp", ["--parents", "-t", root, ...files.toString().split("\0").filter(Boolean)], {
    cwd: ROOT,
  });
  copyFileSync(path.join(root, ".dev.vars.example"), path.join(root, ".dev.vars"));
  execFileSync("cp", ["-al", "node_modules", root], { cwd: ROOT });
  rmSync(path.join(root, "node_modules", ".vite"), { recursive: true, force: true });
  return root;
}

test("npm run dev shows an edited component in the open page, keeps typed text, and uses an edited service", {
  tag: "@full",
}, async ({ page }) => {
  const root = copyProject();
  const edit = (file: string, from: string, to: string): void => {
    const text = readFileSync(path.join(root, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(path.join(root, file), text.replace(from, to));
  };
  const site = await startTestSite({ appNow: "2026-11-21T10:00:00+09:00", sample: "none", devRoot: root });
  try {
    await logIn(page, site.url, "standard@demo.example", DEMO_PASSWORD, "/settings");
    const name = page.getByLabel("ユーザー名");
    await expect(page.getByLabel(LABELS[0] ?? "")).toBeVisible();
    // The script has taken the page over once Vite's client is connected.
    await page.waitForLoadState("networkidle");
    await name.fill("うちこみ中");

    for (const [at, label] of LABELS.slice(1).entries()) {
      edit("app/components/accounts/profile-form.tsx", LABELS[at] ?? "", label);
      await expect(page.getByLabel(label)).toBeVisible(LATE);
      await expect(name).toHaveValue("うちこみ中");
    }

    edit("app/services/jobs/job-health.server.ts", "manifest?.version ?? null", 'manifest?.version ?? "edited"');
    const health = async () => (await page.request.get(`${site.url}/healthz?part=web`)).json();
    await expect.poll(health, LATE).toMatchObject({ data_version: "edited" });
  } finally {
    // Vite's client would report that it cannot connect.
    await page.goto("about:blank");
    await site.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
