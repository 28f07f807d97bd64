import Stripe from "stripe";
import { type EventRecord, nextId, type World } from "./records.ts";

/** Version of the API in responses and events: the one that the official library pins. */
export const API_VERSION = Stripe.API_VERSION;

/** Adds an event with a snapshot of the rendered object. */
export function emit(world: World, now: number, type: Stripe.Event["type"], object: object): void {
  world.events.push({ id: nextId(world, "evt"), created: now, type, object: JSON.parse(JSON.stringify(object)) });
}

/** Runs a change and adds an event if it changed the rendered object. */
export function emitChange(
  world: World,
  now: number,
  type: Stripe.Event["type"],
  render: () => object,
  change: () => void,
): void {
  const before = JSON.stringify(render());
  change();
  const after = render();
  if (JSON.stringify(after) !== before) emit(world, now, type, after);
}

/** Renders an event for a webhook. */
export function renderEvent({ id, created, type, object }: EventRecord) {
  return { id, object: "event", api_version: API_VERSION, created, data: { object }, livemode: false, type };
}
