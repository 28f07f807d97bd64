import { Command } from "commander";
import Stripe from "stripe";
import { readDevVars } from "#scripts/prepare.mjs";
import { setUpPortal } from "./set-up-portal.ts";
import { setUpPrices } from "./set-up-prices.ts";
import { setUpWebhook } from "./set-up-webhook.ts";

interface Options {
  webhookUrl?: string;
  quiet?: boolean;
}

const program = new Command("npm run stripe:setup --")
  .description("Sets up Stripe's products, prices and portal from the plan table; repeatable. Key: STRIPE_SECRET_KEY.")
  .option("--webhook-url <url>", "also set up the webhook endpoint, e.g. https://example.jp/webhooks/stripe")
  .option("--quiet", "print changes only");
program.parse();

process.exitCode = await run(program.opts<Options>());

async function run({ webhookUrl, quiet }: Options): Promise<number> {
  const secretKey = readSetting("STRIPE_SECRET_KEY");
  if (secretKey === "") {
    console.error("stripe:setup: set STRIPE_SECRET_KEY, in the environment or in .dev.vars");
    return 1;
  }
  if (webhookUrl !== undefined && (!URL.canParse(webhookUrl) || new URL(webhookUrl).protocol !== "https:")) {
    console.error("stripe:setup: --webhook-url must be an https address");
    return 1;
  }
  const { hostname, port, protocol } = new URL(readSetting("STRIPE_API_URL") || "https://api.stripe.com");
  const isPlain = protocol === "http:";
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    telemetry: false,
  });
  try {
    const lines = [...(await setUpPrices(stripe)), ...(await setUpPortal(stripe))];
    for (const line of lines) console.log(line);
    if (lines.length === 0 && !quiet) console.log("products, prices and portal are up to date");
    if (webhookUrl === undefined) return 0;
    const { line, secret } = await setUpWebhook(stripe, webhookUrl);
    console.log(line);
    if (secret !== null) console.log(`STRIPE_WEBHOOK_SECRET="${secret}"`);
    return 0;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    console.error(`stripe:setup: ${error.message}`);
    return 1;
  }
}

function readSetting(name: string): string {
  return process.env[name] || readDevVars()[name] || "";
}
