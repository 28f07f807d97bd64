import { Argument, Command } from "commander";
import { findAdminToken } from "#scripts/admin-token.ts";
import { callSite, type Site } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";

interface Options {
  url: string;
  token?: string;
  reason: string;
}

const program = new Command("npm run staff --")
  .description("Says who may open the console (/admin) of a running site.")
  .addArgument(new Argument("<what>", "add also gives staff a new second factor").choices(["add", "remove", "list"]))
  .argument("[email]", "address of an account")
  .option("--reason <text>", "why, for the log", "npm run staff")
  .option("--url <url>", "the running site", `http://127.0.0.1:${process.env.PORT ?? 8788}`)
  .option("--token <token>", "the admin token (default: ADMIN_TOKEN, or that of .dev.vars)");
program.parse();

try {
  console.log(await run(program.args, program.opts<Options>()));
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`staff: ${error.message}`);
  process.exitCode = 1;
}

async function run([what, email]: readonly string[], { url, token: given, reason }: Options): Promise<string> {
  const token = findAdminToken(given);
  if (!token) throw new ImportRefusal("no admin token: pass --token, or set ADMIN_TOKEN");
  if (!URL.canParse(url)) throw new ImportRefusal(`${url} is not a valid URL`);
  const site: Site = { url, token };
  if (what === "list") {
    const { staff } = (await callSite(site, "GET", "/admin/api/staff")) as { staff: { email: string }[] };
    return staff.map((member) => member.email).join("\n") || "nobody";
  }
  if (email === undefined) throw new ImportRefusal("whose address?");
  const body = JSON.stringify({ email, reason });
  if (what === "remove") {
    await callSite(site, "POST", "/admin/api/staff/removals", body);
    return `${email} is no longer staff.`;
  }
  const { secret, address } = (await callSite(site, "POST", "/admin/api/staff", body)) as Record<string, string>;
  return [
    `${email} is staff. Enter this secret into an authenticator app now; it is shown once:`,
    secret,
    address,
    `Then log in at ${site.url}/login and open ${site.url}/admin.`,
  ].join("\n");
}
