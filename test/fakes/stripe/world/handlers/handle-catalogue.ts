import { invalidParameter, notAllowed } from "#test/fakes/stripe/world/fault.ts";
import {
  findFlag,
  findGroup,
  findInteger,
  findText,
  findTexts,
  mergeMetadata,
  type Params,
  requireText,
} from "#test/fakes/stripe/world/params.ts";
import { nextId, type PriceRecord, type World } from "#test/fakes/stripe/world/records.ts";
import { renderPrice, renderProduct } from "#test/fakes/stripe/world/render.ts";
import { listRoute, matches, type Route, readRoute, requireRecord } from "#test/fakes/stripe/world/route.ts";

function addPrice(world: World, params: Params): PriceRecord {
  const recurring = findGroup(params, "recurring");
  const unitAmount = findInteger(params, "unit_amount");
  if (requireText(params, "currency") !== "jpy" || requireText(recurring, "interval") !== "month")
    throw invalidParameter("recurring", "The stand-in sells in jpy and by the month only");
  if (unitAmount === null || unitAmount < 0) throw invalidParameter("unit_amount", "Invalid non-negative integer");
  const lookupKey = findText(params, "lookup_key");
  const holder = Object.values(world.prices).find((price) => price.lookupKey === lookupKey);
  if (lookupKey !== null && holder !== undefined) {
    if (findFlag(params, "transfer_lookup_key") !== true)
      throw invalidParameter("lookup_key", `A price (\`${holder.id}\`) already uses that lookup key.`);
    holder.lookupKey = null;
  }
  const price: PriceRecord = {
    id: nextId(world, "price"),
    active: true,
    product: requireRecord(world.products, "product", requireText(params, "product")).id,
    unitAmount,
    lookupKey,
    metadata: mergeMetadata({}, params),
  };
  world.prices[price.id] = price;
  return price;
}

/** Calls for products and prices. */
export const CATALOGUE_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: "/v1/products",
    accepts: ["id", "name"],
    handle: ({ world, params }) => {
      const id = findText(params, "id") ?? nextId(world, "prod");
      if (world.products[id] !== undefined) throw notAllowed("Product already exists.", "resource_already_exists");
      const product = { id, active: true, name: requireText(params, "name"), metadata: mergeMetadata({}, params) };
      world.products[id] = product;
      return renderProduct(product);
    },
  },
  readRoute(
    "/v1/products",
    "product",
    ({ products }) => products,
    (_, product) => renderProduct(product),
  ),
  {
    method: "POST",
    path: "/v1/products/:id",
    accepts: ["active", "name"],
    handle: ({ world, params, id }) => {
      const product = requireRecord(world.products, "product", id);
      product.metadata = mergeMetadata(product.metadata, params);
      product.active = findFlag(params, "active") ?? product.active;
      product.name = findText(params, "name") ?? product.name;
      return renderProduct(product);
    },
  },
  {
    method: "POST",
    path: "/v1/prices",
    accepts: [
      "currency",
      "lookup_key",
      "product",
      "recurring.interval",
      "tax_behavior",
      "transfer_lookup_key",
      "unit_amount",
    ],
    handle: ({ world, params }) => renderPrice(addPrice(world, params)),
  },
  listRoute(
    "/v1/prices",
    ["active", "lookup_keys"],
    ({ prices }) => prices,
    ({ active, lookupKey }, params) => {
      const keys = findTexts(params, "lookup_keys");
      if (keys !== null && keys.length > 10)
        throw invalidParameter("lookup_keys", "Array must have at most 10 elements");
      return matches(params, "active", String(active)) && (keys === null || keys.includes(lookupKey ?? ""));
    },
    (_, price) => renderPrice(price),
  ),
  readRoute(
    "/v1/prices",
    "price",
    ({ prices }) => prices,
    (_, price) => renderPrice(price),
  ),
  {
    method: "POST",
    path: "/v1/prices/:id",
    accepts: ["active"],
    handle: ({ world, params, id }) => {
      const price = requireRecord(world.prices, "price", id);
      price.metadata = mergeMetadata(price.metadata, params);
      price.active = findFlag(params, "active") ?? price.active;
      return renderPrice(price);
    },
  },
];
