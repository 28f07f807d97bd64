import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import { findCalendarUser, readCalendar as readDays, saveCalendarKey } from "#app/db/fans/calendar.server.ts";
import { writeCalendar } from "#app/domain/days/calendar-file.ts";
import { lastOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Each way. */
const DAYS = 31;

const CODE = /^([1-9]\d{0,14})\.([\w-]{1,64})\.([\w-]{43})$/;

/** Whoever has it reads the calendar and nothing else. The database alone does not contain it. */
export async function calendarAddress(
  { config }: Pick<Deps, "config">,
  { userId, key }: { userId: number; key: string },
): Promise<string> {
  const mac = await hmacBase64Url(config.sessionSecret, signedText(userId, key));
  return `${config.publicUrl}/calendar/${userId}.${key}.${mac}.ics`;
}

function signedText(userId: number, key: string): string {
  return `calendar:${userId}:${key}`;
}

/** Another address, or none. The former one ends. */
export async function setCalendar(
  deps: Deps,
  { user, isOn }: { user: PlanHolder; isOn: boolean },
): Promise<{ kind: "saved" } | TooMany> {
  const taken = await consumeCall(deps, { user, door: "profile" });
  if (taken.kind === "refused") return taken;
  await saveCalendarKey(deps.db, { userId: user.id, key: isOn ? deps.newId() : null });
  return { kind: "saved" };
}

/** Null: no such calendar. A forged code reads nothing. */
export async function readCalendar(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "calendar"; text: string } | TooMany | null> {
  const [, id, key = "", mac = ""] = CODE.exec(code) ?? [];
  const userId = Number(id);
  if (!(await isHmacBase64Url(deps.config.sessionSecret, signedText(userId, key), mac))) return null;
  const user = await findCalendarUser(deps.db, { userId, key });
  if (user === null) return null;
  const taken = await consumeCall(deps, { user, door: "calendar" });
  if (taken.kind === "refused") return taken;
  const now = deps.now();
  const today = japanDay(now);
  const span = { from: addDays(today, -DAYS), to: addDays(today, DAYS), lastDay: lastOpenDay(user.plan, today) };
  const found = await readDays(deps.db, { userId, ...span });
  return { kind: "calendar", text: writeCalendar(found, { origin: deps.config.publicUrl, now }) };
}
