import { showInvisible } from "#app/domain/text-faults.ts";
import { placeOf, type Segment } from "./cut-records.ts";
import type { DeliveryAnswer } from "./deliver.ts";

const MAX_NOTICES = 20;
const COUNTS = ["added", "changed", "unchanged", "older", "skipped", "kept_aside", "broken"] as const;
type Counts = Record<(typeof COUNTS)[number], number>;

export interface FeedReport {
  delivered(answer: DeliveryAnswer, delivery: { bytes: number; segments: readonly Segment[] }): void;
  /** Records that stay here, as the site does not read their kind. */
  skipped(count: number): void;
  /** Nothing can be sent or read: printed when the reason is new, and in each minute's line until the next delivery. */
  away(reason: string): void;
  /** What was done since the last one, if anything was, or null. */
  summary(): string | null;
}

/** What the feed prints: every refusal with file and line, and one line a minute of what was done. */
export function createReport(log: (line: string) => void): FeedReport {
  let counts = noCounts();
  let files = new Set<string>();
  let deliveries = 0;
  let bytes = 0;
  let awayBecause: string | null = null;

  return {
    delivered(answer, { segments, bytes: sent }) {
      if (awayBecause !== null) log("the site takes records again");
      awayBecause = null;
      deliveries += 1;
      bytes += sent;
      for (const { name } of segments) files.add(name);
      for (const name of COUNTS) counts[name] += answer[name];
      for (const { line, field, reason } of answer.refusals) {
        const place = placeOf(segments, line) ?? "a record sent earlier";
        log(showInvisible(`not taken: ${place}: ${field}: ${reason}`));
      }
      const listed = answer.notices.slice(0, MAX_NOTICES);
      for (const notice of listed) log(showInvisible(`notice: ${withPlace(notice, segments)}`));
      if (answer.notices.length > listed.length) log(`notice: … and ${answer.notices.length - listed.length} more`);
    },
    skipped(count) {
      counts.skipped += count;
    },
    away(reason) {
      if (reason !== awayBecause) log(showInvisible(`${reason}: trying again`));
      awayBecause = reason;
    },
    summary() {
      const total = COUNTS.map((name) => `${counts[name]} ${name.replace("_", " ")}`).join(", ");
      const kilobytes = Math.ceil(bytes / 1024);
      const done =
        deliveries + counts.skipped === 0
          ? null
          : `${plural(deliveries, "delivery", "deliveries")} (${kilobytes} KB of ${plural(files.size, "file", "files")}): ${total}`;
      counts = noCounts();
      files = new Set();
      deliveries = 0;
      bytes = 0;
      const parts = [done, awayBecause === null ? null : `still waiting: ${awayBecause}`];
      return parts.some((part) => part !== null) ? parts.filter((part) => part !== null).join("; ") : null;
    },
  };
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const noCounts = (): Counts => ({ added: 0, changed: 0, unchanged: 0, older: 0, skipped: 0, kept_aside: 0, broken: 0 });

/** Notices about one record begin with its line in the delivery. */
function withPlace(notice: string, segments: readonly Segment[]): string {
  const line = /^line (\d+): /.exec(notice);
  const place = line === null ? null : placeOf(segments, Number(line[1]));
  return line === null || place === null ? notice : `${place}: ${notice.slice(line[0].length)}`;
}
