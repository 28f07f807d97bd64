import type { Hono } from "hono";
import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { siteBannerSchema } from "#app/domain/operations/site-banner-schema.ts";
import { endSiteBanner, readSiteBanner, setSiteBanner } from "#app/services/operations/site-banner.server.ts";
import { type AdminEnv, adminError, readJson } from "./admin-env.ts";

const reason = z.string().trim().min(1).max(REASON_MAX);
const setSchema = siteBannerSchema.extend({ reason });
const endSchema = z.object({ reason });

export function bannerRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/notice", async (c) => c.json({ notice: await readSiteBanner(c.env.deps) }));

  app.put("/admin/api/notice", async (c) => {
    const input = setSchema.safeParse(await readJson(c));
    const outcome = input.success ? await setSiteBanner(c.env.deps, { staff: null, ...input.data }) : null;
    if (outcome?.kind === "set") return c.json({ notice: await readSiteBanner(c.env.deps) });
    return adminError(
      c,
      400,
      'The body must be {"kind": "trouble", "delay" or "news", "text": at most 120 characters, "until": unix seconds, at most 14 days from now, "reason": why}.',
    );
  });

  app.delete("/admin/api/notice", async (c) => {
    const input = endSchema.safeParse(await readJson(c));
    if (!input.success) return adminError(c, 400, 'The body must be {"reason": why}.');
    await endSiteBanner(c.env.deps, { staff: null, ...input.data });
    return c.json({ notice: null });
  });
}
