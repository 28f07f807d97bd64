import type { Hono } from "hono";
import * as z from "zod";
import { siteBannerSchema } from "#app/domain/operations/site-banner-schema.ts";
import { endSiteBanner, readSiteBanner, setSiteBanner } from "#app/services/operations/site-banner.server.ts";
import { type AdminEnv, adminError, readBody, reason } from "./admin-env.ts";

const setSchema = siteBannerSchema.extend({ reason });
const endSchema = z.object({ reason });

const BANNER =
  '{"kind": "trouble", "delay" or "news", "text": at most 120 characters, "until": unix seconds, at most 14 days from now, "reason": why}';

export function bannerRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/notice", async (c) => c.json({ notice: await readSiteBanner(c.env.deps) }));

  app.put("/admin/api/notice", async (c) => {
    const input = await readBody(c, setSchema, BANNER);
    const outcome = await setSiteBanner(c.env.deps, { staff: null, ...input });
    if (outcome.kind === "set") return c.json({ notice: await readSiteBanner(c.env.deps) });
    return adminError(c, 400, `The body must be ${BANNER}.`);
  });

  app.delete("/admin/api/notice", async (c) => {
    const input = await readBody(c, endSchema, '{"reason": why}');
    await endSiteBanner(c.env.deps, { staff: null, ...input });
    return c.json({ notice: null });
  });
}
