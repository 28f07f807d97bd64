// Runs the stand-in for the witnesses of the seals (test/fakes/witness) beside a local site, unless WITNESS_URLS is set.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../prepare.mjs";
import { choosePort, endChild } from "./process.mjs";

const MAIN = path.join("test", "fakes", "witness", "main.mjs");
const START_TIMEOUT_MS = 10_000;

/** Starts the stand-in unless the operator has `given` addresses. */
export async function startLocalWitness({ stateDir, environment, given }) {
  if (given || environment !== "development") return { vars: {}, stop: async () => {} };
  const folder = path.join(stateDir, "witness");
  mkdirSync(folder, { recursive: true });
  const port = await choosePort(folder);
  const child = await launch(folder, port);
  const urls = ["one", "two"].map((name) => `http://127.0.0.1:${port}/${name}`);
  return { vars: { WITNESS_URLS: urls.join(",") }, stop: () => endChild(child) };
}

function launch(folder, port) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN], {
      cwd: ROOT,
      // Detached from the terminal's signals, as the site stops first. It exits when this process is gone.
      detached: true,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: { ...process.env, WITNESS_PORT: String(port), WITNESS_STATE_DIR: folder },
    });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error("The stand-in for the witnesses did not start in time."));
    }, START_TIMEOUT_MS);
    child.once("exit", () => reject(new Error("The stand-in for the witnesses exited.")));
    child.stdout.once("data", () => {
      clearTimeout(timer);
      resolve(child);
    });
  });
}
