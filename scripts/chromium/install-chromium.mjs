// Installs Chromium and a Japanese font for the browser tests with apt-get, if they are missing and permissions allow.
// Exit code 1: one of them is missing. A program of its own, so that `npm test` can run it beside others.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { run } from "../prepare.mjs";
import { CHROMIUM_PACKAGES, findChromium } from "./chromium.mjs";

/** Without a Japanese font letters are drawn as narrow boxes, and the tests of page widths would be meaningless. */
function hasJapaneseFont() {
  return spawnSync("fc-list", [":lang=ja", "family"], { encoding: "utf8" }).stdout?.trim() !== "";
}

const isThere = () => findChromium(existsSync) !== null && hasJapaneseFont();

function install() {
  const isRoot = process.getuid?.() === 0;
  const hasSudo = spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  const prefix = isRoot ? [] : hasSudo ? ["sudo", "-n"] : null;
  if (prefix === null || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return;
  console.log("\n== installing Chromium");
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, "apt-get", ...args];
    return run(command, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", "fonts-noto-cjk");
  for (const name of CHROMIUM_PACKAGES) {
    if (findChromium(existsSync) === null) apt("install", "-y", "-qq", "--no-install-recommends", name);
  }
}

if (!isThere()) install();
if (!isThere()) {
  console.log(
    "The browser tests need Chromium and a Japanese font. On Debian: apt-get install chromium fonts-noto-cjk",
  );
  console.log("Elsewhere install one and set CHROMIUM to the path of a Chromium or Chrome binary.");
  process.exitCode = 1;
}
