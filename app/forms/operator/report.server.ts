import * as z from "zod";
import { REPORT_REASONS, REPORTED_KINDS, readReportedPath } from "#app/domain/operations/reports.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { reason } from "./console.server.ts";

export const reportSchema = z.object({
  page: z.string().transform((path, context) => {
    const page = readReportedPath(path);
    if (page === null) context.addIssue({ code: "custom", message: MESSAGES.unknownChoice });
    return page ?? z.NEVER;
  }),
  reason: z.enum(REPORT_REASONS, { error: MESSAGES.required }),
});
export type ReportForm = z.input<typeof reportSchema>;

export const closeReportSchema = z.object({
  kind: z.enum(REPORTED_KINDS),
  subject: z.coerce.number().int().positive(),
  report: z.enum(REPORT_REASONS),
  reason,
});
export type CloseReportForm = z.input<typeof closeReportSchema>;
