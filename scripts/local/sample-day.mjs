// Delivers the sample's present day beside a local start (scripts/sample/live/), in a process of its own.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../prepare.mjs";
import { endChild } from "./process.mjs";

const MAIN = path.join("scripts", "sample", "live", "main.ts");
const RESTART_AFTER_MS = 60_000;
/** The site goes first: simulating takes seconds of processor time. */
const LOW_PRIORITY = 10;

export const sampleDayDir = (stateDir) => path.join(stateDir, "sample-day");

/** Days with delivered records: their rows come from these, not from the sample's files. */
export function deliveredDays(stateDir, from) {
  const dir = sampleDayDir(stateDir);
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => /^\d{4}-\d\d-\d\d\.jvd$/.test(name))
    .map((name) => name.slice(0, 10))
    .filter((day) => day >= from);
}

/** Delivers the day until `stop()`; starts again if the process fails. */
export function startSampleDay({ stateDir, sample, clock, url, token, log }) {
  let child = null;
  let isStopping = false;
  let timer = null;
  const launch = () => {
    child = spawn(
      process.execPath,
      [
        ...["--import", "tsx", MAIN, "--dir", sampleDayDir(stateDir), "--url", url],
        ...["--seed", String(sample.seed), "--from", sample.from],
        ...["--offset", String(clock.offsetSeconds), "--started-at", String(clock.startedAt)],
        ...["--speed", String(clock.speed)],
      ],
      {
        cwd: ROOT,
        // Detached from the terminal's signals; it ends when its input does, that is with this process.
        detached: true,
        stdio: ["pipe", "pipe", "pipe"],
        env: { ...process.env, ADMIN_TOKEN: token },
      },
    );
    try {
      os.setPriority(child.pid, LOW_PRIORITY);
    } catch {
      // Without the right to, it runs like any other.
    }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        for (const line of text.trimEnd().split("\n")) log(`sample day: ${line}`);
      });
    child.on("exit", (code) => {
      if (isStopping) return;
      console.error(`The sample's day stopped with code ${code}: it goes on in a minute.`);
      timer = setTimeout(launch, RESTART_AFTER_MS);
    });
  };
  launch();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await endChild(child);
    },
  };
}
