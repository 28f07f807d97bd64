import { Argument } from "commander";
import { callSite } from "#scripts/import/client.ts";
import { ImportRefusal } from "#scripts/import/refusal.ts";
import { findSite, runCommand, type SiteOptions, siteCommand } from "#scripts/site-command.ts";

interface Options extends SiteOptions {
  reason: string;
}

const program = siteCommand("staff", "Says who may open the console (/admin) of a running site.")
  .addArgument(new Argument("<what>", "add also gives staff a new second factor").choices(["add", "remove", "list"]))
  .argument("[email]", "address of an account")
  .option("--reason <text>", "why, for the log", "npm run staff");
program.parse();

await runCommand("staff", async () => {
  console.log(await run(program.args, program.opts<Options>()));
  return 0;
});

async function run([what, email]: readonly string[], { reason, ...given }: Options): Promise<string> {
  const site = findSite(given);
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
