import type { PageAnswer } from "./pay-session.ts";
import { readTypedCard } from "./pay-session.ts";
import { renderMissingPage } from "./payment-page.ts";
import { listInvoices, renderInvoicePage, renderPortal } from "./portal-page.ts";
import { advance } from "./world/clock.ts";
import { changeCard, findPortalSession } from "./world/portal.ts";
import type { World } from "./world/records.ts";

const PATH = /^\/p\/session\/([\w-]+)(?:\/invoice\/([\w-]+))?$/;

/** Responds with a page of the portal, or submits its form; null if the address is not the portal's. */
export function handlePortal(
  world: World,
  now: number,
  target: string,
  form: URLSearchParams | null,
): PageAnswer | null {
  const { pathname, searchParams } = new URL(target, "http://portal.invalid");
  const [, id, invoiceId] = PATH.exec(pathname) ?? [];
  if (id === undefined) return null;
  advance(world, now);
  const missing: PageAnswer = { kind: "page", status: 404, html: renderMissingPage() };
  const session = findPortalSession(world, world.now, id);
  if (session === null) return missing;
  if (invoiceId !== undefined) {
    const invoice = listInvoices(world, session).find((one) => one.id === invoiceId);
    return invoice === undefined ? missing : { kind: "page", status: 200, html: renderInvoicePage(session, invoice) };
  }
  if (form === null)
    return {
      kind: "page",
      status: 200,
      html: renderPortal(world, session, { isChanged: searchParams.has("changed") }),
    };
  const { typed, card } = readTypedCard(form);
  const reason = changeCard(world, world.now, session, card);
  if (reason === null) return { kind: "redirect", to: `/p/session/${id}?changed` };
  return {
    kind: "page",
    status: 402,
    html: renderPortal(world, session, { refused: { reason, typed } }),
  };
}
