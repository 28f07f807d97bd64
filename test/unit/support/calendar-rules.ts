import { expect } from "vitest";

/** RFC 5545, sections 3.1, 3.3 and 3.6: what a VEVENT must and may have. */
const REQUIRED = ["UID", "DTSTAMP", "DTSTART"];
const ALLOWED = [...REQUIRED, "DTEND", "DURATION", "SUMMARY", "URL", "TRANSP"];
const CALENDAR = ["VERSION", "PRODID", "CALSCALE", "X-WR-CALNAME"];
const DATE = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const TIME = /^\d{8}T([01]\d|2[0-3])[0-5]\d[0-5]\d$/;

/** Checks the rules of the format. @returns the events, texts unescaped, by name and parameters */
export function readCalendarFile(text: string): Record<string, string>[] {
  expect(text.endsWith("\r\n")).toBe(true);
  const raw = text.slice(0, -2).split("\r\n");
  for (const line of raw) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(line).toMatch(/^\P{Cc}+$/u);
    // A split character would have been replaced.
    expect(() => encodeURIComponent(line)).not.toThrow();
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  const lines = raw.join("\r\n").replaceAll("\r\n ", "").split("\r\n");
  expect([lines[0], lines.at(-1)]).toEqual(["BEGIN:VCALENDAR", "END:VCALENDAR"]);
  const open: string[] = [];
  const components: { kind: string; lines: [name: string, value: string][] }[] = [];
  const ofCalendar: string[] = [];
  for (const line of lines) {
    const [, name = "", parameters = "", value = ""] = /^([A-Z-]+)((?:;[A-Z]+=[^:;,"]+)*):(.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe("");
    if (name === "BEGIN") {
      open.push(value);
      components.push({ kind: value, lines: [] });
    } else if (name === "END") expect(open.pop()).toBe(value);
    else if (open.length === 1) ofCalendar.push(name);
    else components.at(-1)?.lines.push([name + parameters, value]);
  }
  expect(open).toEqual([]);
  expect(ofCalendar.toSorted()).toEqual(CALENDAR.toSorted());
  expect(components.length).toBeGreaterThan(1);
  const zones = components.flatMap(({ kind, lines: own }) =>
    kind === "VTIMEZONE" ? own.flatMap(([name, value]) => (name === "TZID" ? [value] : [])) : [],
  );
  const events = components.filter(({ kind }) => kind === "VEVENT").map(({ lines: own }) => readEvent(own, zones));
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
  return events;
}

function readEvent(lines: readonly [string, string][], zones: readonly string[]): Record<string, string> {
  const names = lines.map(([name]) => name.split(";")[0] ?? "");
  expect(new Set(names).size).toBe(names.length);
  expect(REQUIRED.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !ALLOWED.includes(name))).toEqual([]);
  expect(names.includes("DTEND") && names.includes("DURATION")).toBe(false);
  for (const [name, value] of lines) {
    if (name === "DTSTAMP") expect([value.slice(0, -1), value.at(-1)]).toEqual([expect.stringMatching(TIME), "Z"]);
    else if (name.startsWith("DT")) {
      const zone = /;TZID=(.+)$/.exec(name)?.[1];
      if (zone !== undefined) expect(zones).toContain(zone);
      else expect(name).toMatch(/;VALUE=DATE$/);
      expect(value).toMatch(zone === undefined ? DATE : TIME);
    } else if (name === "DURATION") expect(value).toMatch(/^PT\d+M$/);
    else if (name === "URL") expect(URL.canParse(value)).toBe(true);
    else expect(value).toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/);
  }
  return Object.fromEntries(lines.map(([name, value]) => [name, value.replaceAll(/\\([\\;,])/g, "$1")]));
}
