import { readFileSync } from "node:fs";
import path from "node:path";
import { ImportRefusal } from "../refusal.ts";
import { parseMap, type TableMap } from "./map-format.ts";

/** The first one wins among maps that read a table equally well. */
const BUILT_IN = ["target-race-card.json", "site-results.json", "site-entries.json"];

/** The operator's own maps are tried before those of this folder. */
export interface TableMaps {
  own: readonly TableMap[];
  builtIn: readonly TableMap[];
}

/** @param own files of the operator. @throws ImportRefusal for a map that is not sound */
export function loadMaps(own: readonly string[] = []): TableMaps {
  return {
    own: own.map((file) => parseMap(file, readText(file))),
    builtIn: BUILT_IN.map((name) => parseMap(name, readText(path.join(import.meta.dirname, name)))),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ImportRefusal(`the map ${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
