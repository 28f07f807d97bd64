import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { LoadContext } from "#app/services/load-context.ts";
import type { Staff } from "#app/services/operations/staff.server.ts";
import { readPushDevice, readSessionCookie, writePushDevice, writeSessionCookie } from "./cookies.ts";
import { logError, type Visit } from "./request-log.ts";

type Given = Pick<
  LoadContext,
  | "services"
  | "nonce"
  | "clientAddress"
  | "now"
  | "publicUrl"
  | "contactUrl"
  | "officialAccountUrl"
  | "operator"
  | "siteBanner"
  | "isDevelopment"
>;

/** The user is queried once per request, regardless of the number of loaders. */
export function createLoadContext({ visit, ...given }: Given & { visit: Visit }): LoadContext {
  const { services, publicUrl } = given;
  let lookup: { token: string; user: Promise<SessionUser | null> } | undefined;
  function findUser(token: string): Promise<SessionUser | null> {
    if (lookup?.token !== token) lookup = { token, user: services.auth.findSessionUser({ token }) };
    return lookup.user;
  }

  let staffLookup: Promise<Staff | null> | undefined;
  async function findStaff(request: Request): Promise<Staff> {
    const token = readSessionCookie(request, { publicUrl });
    if (token !== null) staffLookup ??= services.staff.find({ token });
    const staff = (await staffLookup) ?? null;
    if (staff === null) throw new Response(null, { status: 404 });
    visit.userId = staff.id;
    return staff;
  }

  return {
    ...given,
    findStaff,
    async requireStaff(request) {
      const staff = await findStaff(request);
      if (!staff.isConfirmed) throw redirectTo(`/admin/confirm?to=${encodeURIComponent(returnPath(request))}`);
      return staff;
    },
    async requireUser(request) {
      const token = readSessionCookie(request, { publicUrl });
      if (token === null) throw redirectTo(`/?e=atnf&to=${encodeURIComponent(returnPath(request))}`);
      let user: SessionUser | null;
      try {
        user = await findUser(token);
      } catch (error) {
        logError(visit, error);
        throw redirectTo("/?e=umae");
      }
      if (user === null) {
        throw redirectTo(`/login?to=${encodeURIComponent(returnPath(request))}`, {
          "Set-Cookie": writeSessionCookie(null, { publicUrl }),
        });
      }
      visit.userId = user.id;
      return user;
    },
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        logError(visit, error);
        return null;
      }
    },
    logError: (error) => logError(visit, error),
    sessionToken: (request) => readSessionCookie(request, { publicUrl }),
    sessionCookie: (token) => writeSessionCookie(token, { publicUrl }),
    pushDevice: readPushDevice,
    pushDeviceCookie: (id) => writePushDevice(id, { publicUrl }),
    requestId: visit.requestId,
  };
}

function redirectTo(location: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 302, headers: { ...headers, Location: location } });
}

/** The path to return to. A data request returns to its page, a form to the page with its dialog. */
function returnPath(request: Request): string {
  const url = new URL(request.url);
  const path = url.pathname === "/_root.data" ? "/" : url.pathname.replace(/\.data$/, "");
  if (request.method !== "GET") {
    const referrer = request.headers.get("Referer");
    const page = referrer !== null && URL.canParse(referrer) ? new URL(referrer) : null;
    return page?.origin === url.origin ? `${page.pathname}${page.search}` : path;
  }
  url.searchParams.delete("_routes");
  return `${path}${url.search}`;
}
