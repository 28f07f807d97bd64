import { invalidParameter } from "#test/fakes/stripe/world/fault.ts";
import type { World } from "#test/fakes/stripe/world/records.ts";
import { renderInvoice, renderInvoicePayments, renderPaymentIntent, renderSubscription } from "./render-billing.ts";
import { renderSession, renderSessionLines } from "./render-checkout.ts";
import { renderCustomer, renderPaymentMethod, renderPrice, renderProduct, toList } from "./render-customers.ts";

const DEEPEST = 4;

type Node = Record<string, unknown>;

/** Replaces ids by objects along paths such as `latest_invoice.payments` or, in lists, `data.customer`. */
export function expandAll(world: World, body: object, paths: readonly string[]): object {
  return paths.reduce((expanded, path) => expandPath(world, expanded, path.split("."), path), body);
}

function expandPath(world: World, value: object, steps: readonly string[], path: string): object {
  if (steps.length > DEEPEST)
    throw invalidParameter("expand", `You cannot expand more than 4 levels of a property (${path})`);
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(value)) return value.map((each: object) => expandPath(world, each, steps, path));
  const node: Node = { ...value };
  const current = findHidden(world, node, step) ?? node[step];
  if (current === undefined) throw invalidParameter("expand", `This property cannot be expanded (${path}).`);
  const found = typeof current === "string" ? findObject(world, current) : current;
  if (typeof found !== "object") throw invalidParameter("expand", `This property cannot be expanded (${path}).`);
  node[step] = found === null ? null : expandPath(world, found, rest, path);
  return node;
}

/** Properties that responses omit unless they are expanded. */
function findHidden(world: World, node: Node, step: string): object | null {
  const id = typeof node.id === "string" ? node.id : "";
  if (node.object === "invoice" && world.invoices[id] !== undefined) {
    const payments = renderInvoicePayments(world, world.invoices[id]);
    if (step === "payments") return payments;
    const intent = world.paymentIntents[world.invoices[id].paymentIntent ?? ""];
    if (step === "confirmation_secret" && intent !== undefined) {
      return { client_secret: renderPaymentIntent(intent).client_secret, type: "payment_intent" };
    }
  }
  if (node.object === "checkout.session" && step === "line_items" && world.sessions[id] !== undefined) {
    return renderSessionLines(world, world.sessions[id]);
  }
  if (node.object === "customer" && step === "subscriptions") {
    const owned = Object.values(world.subscriptions).filter(
      (each) => each.customer === id && each.status !== "canceled",
    );
    return toList(
      `/v1/customers/${id}/subscriptions`,
      owned.toReversed().map((each) => renderSubscription(world, each)),
    );
  }
  return null;
}

function findObject(world: World, id: string): object | undefined {
  const customer = world.customers[id];
  if (customer !== undefined) return renderCustomer(world, customer);
  const subscription = world.subscriptions[id];
  if (subscription !== undefined) return renderSubscription(world, subscription);
  const invoice = world.invoices[id];
  if (invoice !== undefined) return renderInvoice(world, invoice);
  const intent = world.paymentIntents[id];
  if (intent !== undefined) return renderPaymentIntent(intent);
  const method = world.paymentMethods[id];
  if (method !== undefined) return renderPaymentMethod(method);
  const price = world.prices[id];
  if (price !== undefined) return renderPrice(price);
  const product = world.products[id];
  if (product !== undefined) return renderProduct(product);
  const session = world.sessions[id];
  return session === undefined ? undefined : renderSession(world, session);
}
