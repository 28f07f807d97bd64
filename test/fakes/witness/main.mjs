// Two places outside of the site that keep heads of the seals for everybody to see: a stand-in for local starts and tests.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const { WITNESS_PORT = "0", WITNESS_STATE_DIR: folder = "." } = process.env;
const NAMES = ["one", "two"];
const MAX_BYTES = 4_096;

const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? "";
  const answer = (status, body) => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
  };
  if (!NAMES.includes(name)) return answer(404, { detail: "no such place" });
  const file = path.join(folder, `${name}.jsonl`);
  if (request.method === "GET") {
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    // As /roots.json: the last head first.
    return answer(200, { heads: lines.map((line) => JSON.parse(line)).reverse() });
  }
  if (request.method !== "POST") return answer(405, { detail: "GET or POST" });
  let text = "";
  request.setEncoding("utf8").on("data", (part) => {
    text += part;
    if (text.length > MAX_BYTES) request.destroy();
  });
  request.on("end", () => {
    const head = readHead(text);
    if (head === null) return answer(400, { detail: "no head" });
    appendFileSync(file, `${JSON.stringify({ ...head, receivedAt: new Date().toISOString() })}\n`);
    answer(201, { place: name, root: head.root });
  });
});

function readHead(text) {
  try {
    const { site, date, previous, at, root, count } = JSON.parse(text);
    const isWhole = [previous, root].every((hash) => /^[0-9a-f]{64}$/.test(hash)) && Number.isInteger(count);
    return isWhole ? { site, date, previous, at, root, count } : null;
  } catch {
    return null;
  }
}

server.listen(Number(WITNESS_PORT), "127.0.0.1", () => {
  const { port } = server.address();
  process.stdout.write(`${JSON.stringify({ event: "listening", port })}\n`);
});

const end = () => server.close(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
// Exits when its parent process is killed.
if (process.connected) process.once("disconnect", () => process.exit(0));
