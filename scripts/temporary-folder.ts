import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const folders = new Set<string>();

/** A folder that is removed when it is disposed of, and at the latest when the process exits. */
export function temporaryFolder(name: string): Disposable & { path: string } {
  if (folders.size === 0) process.once("exit", () => folders.forEach(remove));
  const folder = mkdtempSync(path.join(tmpdir(), `keiba-${name}-`));
  folders.add(folder);
  return { path: folder, [Symbol.dispose]: () => remove(folder) };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
