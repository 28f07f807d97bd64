import type { Page } from "@playwright/test";
import { totpCode } from "#app/adapters/second-factor/totp.server.ts";
import { logIn, newAccount } from "./account.ts";
import { adminToken } from "./site.ts";
import { expect } from "./test.ts";

/** Label of the field for the second factor's code. */
export const CODE = "認証アプリの6桁のコード";

/** What an authenticator app shows, some steps of 30 seconds from now. A code is taken once, so the next is another. */
export function readCode(secret: string, later = 0): Promise<string> {
  const digits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, "0")).join("");
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return totpCode(bytes, Math.floor(Date.now() / 30_000) + later);
}

/** Makes an account staff, as `npm run staff` does. @returns its secret, as an authenticator app is given it */
export async function addStaff(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/admin/api/staff`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminToken()}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email, reason: "当番" }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { secret: string }).secret;
}

/** Logs a new member of staff in, up to the console. @returns the address of the account */
export async function enterConsole(page: Page, url: string, name: string): Promise<string> {
  const { email } = await newAccount(url, name);
  const secret = await addStaff(url, email);
  await logIn(page, url, email);
  await page.goto(`${url}/admin/users`);
  await page.getByLabel(CODE).fill(await readCode(secret));
  await page.getByRole("button", { name: "進む" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("利用者");
  return email;
}
