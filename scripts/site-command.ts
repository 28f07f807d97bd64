import { Command } from "commander";
import type { Site } from "./import/client.ts";
import { ImportRefusal } from "./import/refusal.ts";
import { readDevVars } from "./prepare.mjs";

export interface SiteOptions {
  url: string;
  token?: string;
}

export function siteCommand(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
    .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)");
}

/** @throws ImportRefusal without a token, or for an invalid address */
export function findSite({ url, token: given }: SiteOptions): Site {
  const token = given ?? process.env.ADMIN_TOKEN ?? readDevVars().ADMIN_TOKEN;
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) throw new ImportRefusal(`${url} is not a valid URL`);
  return { url, token };
}

/** Ends the process with the exit code of `run`, which is 1 after a refusal. */
export async function runCommand(name: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
}
