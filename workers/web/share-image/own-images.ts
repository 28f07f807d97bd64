import type { Context } from "hono";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { DUEL_IMAGE_PATH, YEAR_IMAGE_PATH } from "#app/domain/sharing/own-images.ts";
import { drawnHash } from "#app/domain/sharing/share-image-address.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { readYear } from "#app/forms/own-records/record-filter.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { readSessionCookie } from "#workers/web/cookies.ts";
import type { WebEnv } from "#workers/web/web-env.ts";
import { drawDuel } from "./duel-scene.ts";
import type { CleanText } from "./font-index.ts";
import type { Scene } from "./scene.ts";
import type { ShareImages } from "./share-images.ts";
import { drawYear } from "./year-scene.ts";

/** `drawn` holds all that the scene shows. Null: nothing to show. */
type FindPicture = (
  { ownRecords }: Services,
  asked: { user: SessionUser; url: URL; now: number },
) => Promise<{ drawn: unknown; makeScene(clean: CleanText): Scene } | null>;

/** By address; its page has the address without `.png`. */
export const OWN_IMAGES: Record<string, FindPicture> = {
  [DUEL_IMAGE_PATH]: async ({ ownRecords }, { user }) => {
    const duel = await ownRecords.readDuel({ user });
    return duel && { drawn: duel, makeScene: (clean) => drawDuel(duel, clean) };
  },
  [YEAR_IMAGE_PATH]: async ({ ownRecords }, { user, url, now }) => {
    const year = readYear(url.searchParams, japanDay(now));
    const review = await ownRecords.readYear({ user, year });
    return review.figures.counts.counted === 0 ? null : { drawn: review, makeScene: () => drawYear(review) };
  },
};

/** A picture for its owner alone: in no store, and no proxy keeps it. */
export async function respondWithOwnImage(c: Context<WebEnv>, images: ShareImages | undefined): Promise<Response> {
  const request = c.req.raw;
  const { ASSETS: assets } = c.env;
  const services = c.get("services");
  const url = new URL(request.url);
  const token = readSessionCookie(request, c.get("config"));
  const user = token === null ? null : await services.auth.findSessionUser({ token });
  if (user === null) return c.redirect(`${url.pathname.replace(/\.png$/, "")}${url.search}`);
  c.get("visit").userId = user.id;
  const picture = await OWN_IMAGES[url.pathname]?.(services, { user, url, now: c.get("deps").now() });
  if (picture == null || images === undefined || assets === undefined) return c.notFound();
  const hash = drawnHash(picture.drawn);
  const png = await images.drawOwn(`own/${user.id}/${hash}`, picture.makeScene, assets);
  return new Response(request.method === "HEAD" ? null : png, { headers: { "Content-Type": "image/png" } });
}
