import type { Hono } from "hono";
import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { addStaff, readStaff, removeStaff } from "#app/services/operations/staff.server.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { type AdminEnv, adminError, readBody } from "./admin-env.ts";

const bodySchema = z.object({ email: z.string().min(1).max(254), reason: z.string().min(1).max(REASON_MAX) });
const BODY = '{"email": an account\'s address, "reason": why}';

export function staffRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/staff", async (c) => {
    const staff = await readStaff(c.env.deps);
    return c.json(toSnake({ staff }));
  });

  app.post("/admin/api/staff", async (c) => {
    const input = await readBody(c, bodySchema, BODY);
    const outcome = await addStaff(c.env.deps, input);
    if (outcome.kind === "refused") return adminError(c, 404, "No account has this address.");
    return c.json({ email: input.email, secret: outcome.secret, address: outcome.address }, 201);
  });

  app.post("/admin/api/staff/removals", async (c) => {
    const input = await readBody(c, bodySchema, BODY);
    const outcome = await removeStaff(c.env.deps, input);
    if (outcome.kind === "refused") return adminError(c, 404, "No staff has this address.");
    return c.json({ email: input.email });
  });
}
