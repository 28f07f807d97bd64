import { afterAll, beforeAll, beforeEach } from "vitest";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { bundleName } from "#app/domain/record-bundle.ts";
import type { ImportLimits } from "#app/services/imports/import-limits.server.ts";
import type { Fault } from "#test/integration/support/workerd/faults.ts";
import { createWorkerdSite } from "#test/integration/support/workerd/workerd-site.ts";
import { bundleOf, type Files } from "./import-set.ts";

const WORKER = "test/integration/support/imports/import-worker.ts";
const TOKEN = "test-admin-token-0123456789";

export interface RunRequest {
  importId: number;
  limits?: Partial<ImportLimits>;
  /** The call of D1 or the store that fails. */
  fault?: Pick<Fault, "at" | "mode">;
  maxThrows?: number;
  maxRuns?: number;
  /** Whether the job lets others work when it breathes, as deployed. */
  isPausing?: boolean;
}

export interface RunResponse {
  outcomes: string[];
  thrown: string[];
  /** Number of calls the job made to D1 and the store. */
  calls: number;
  /** How often the job let others work. */
  breaths: number;
}

export interface State {
  racing: Record<"races" | "runners" | "payouts" | "facts", Record<string, unknown>[]>;
  jobs: string[];
  stored: string[];
  /** Objects of the store with what stood before imports. */
  before: string[];
}

export interface WholeRequest {
  /** In base64, by name. */
  files: Readonly<Record<string, string>>;
}

export interface WholeResponse {
  answer: ImportAnswer;
  state: State;
}

interface ImportAnswer {
  status: string;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  kept_aside: number;
  errors: ImportError[];
  error_count: number;
  notices: string[];
  undoes: number | null;
}

export interface RecordsAnswer {
  added: number;
  changed: number;
  unchanged: number;
  older: number;
  skipped: number;
  kept_aside: number;
  broken: number;
  notices: string[];
  refusals: { line: number; field: string; reason: string }[];
}

/** Small chunks, so that a small set has several of each kind. */
const SMALL_CHUNKS = { chunkCharacters: 600 };

interface CallOptions {
  body?: unknown;
  token?: string;
  clockAhead?: number;
  meet?: number;
  atCall?: number;
}

/** @throws where the response is no JSON */
async function callSite<T>(
  address: URL,
  { method, pathname }: { method: string; pathname: string },
  { body, token = TOKEN, clockAhead = 0, meet = 0, atCall = 2 }: CallOptions,
): Promise<{ status: number; json: T }> {
  const isRaw = body instanceof Uint8Array || typeof body === "string";
  // Over a socket, as requests by `dispatchFetch` have no length.
  const response = await fetch(new URL(pathname, address), {
    method,
    headers: {
      connection: "close",
      authorization: `Bearer ${token}`,
      "x-clock-ahead": String(clockAhead),
      "x-meet": String(meet),
      "x-meet-at": String(atCall),
    },
    ...(method === "GET" ? {} : { body: Buffer.from(isRaw ? body : JSON.stringify(body ?? null)) }),
  });
  const text = await response.text();
  try {
    return { status: response.status, json: JSON.parse(text) as T };
  } catch {
    throw new Error(`${method} ${pathname} responded with ${response.status}: ${text}`);
  }
}

/** The import's routes and job (import-worker.ts), bundled and run in workerd over a fresh D1 and store. */
export async function createImportSite() {
  const { address, dispose, ...worker } = await createWorkerdSite(WORKER);
  const call = <T>(method: string, pathname: string, asked: CallOptions = {}) =>
    callSite<T>(address, { method, pathname }, asked);
  const ask = <T>(pathname: string, body?: unknown) => worker.ask<T>(`/test/${pathname}`, body);

  const state = () => ask<State>("state");
  const sql = (statement: string) => ask<Record<string, unknown>[]>("sql", statement);
  const read = async (importId: number) => (await call<ImportAnswer>("GET", `/admin/api/imports/${importId}`)).json;

  /** Creates an import, sends its files and starts it. @returns its id */
  async function send(files: Files, source: "real" | "sample" = "real"): Promise<number> {
    const { json } = await call<{ import_id: number }>("POST", "/admin/api/imports", { body: { source } });
    for (const [name, content] of Object.entries(files)) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      const pathname = `/admin/api/imports/${json.import_id}/files/${name.split("/").map(encodeURIComponent).join("/")}`;
      const sent = await call("PUT", pathname, { body: bytes });
      if (sent.status !== 201) throw new Error(`${name} was not taken: ${JSON.stringify(sent.json)}`);
    }
    const started = await call("POST", `/admin/api/imports/${json.import_id}/start`);
    if (started.status !== 202) throw new Error(`not started: ${JSON.stringify(started.json)}`);
    return json.import_id;
  }

  async function run(request: RunRequest): Promise<ImportAnswer> {
    const { thrown } = await ask<RunResponse>("run", { limits: SMALL_CHUNKS, ...request });
    if (thrown.length > (request.maxThrows ?? 0)) throw new Error(thrown.join("; "));
    return read(request.importId);
  }

  /**
   * @param meet number of deliveries that wait for each other
   * @param atCall before which call to D1; the second is made after they have read what is stored of races
   */
  async function deliver(bytes: Uint8Array, { meet = 0, atCall = 2, source = "real" } = {}): Promise<RecordsAnswer> {
    const pathname = `/admin/api/records?source=${source}`;
    const { status, json } = await call<RecordsAnswer>("POST", pathname, { body: bytes, meet, atCall });
    if (status !== 200) throw new Error(`the records were refused: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  /** Asks to take an import back. @returns the answer; with the id of the undo, or why not */
  async function askUndo(importId: number, options: { meet?: number; atCall?: number } = {}) {
    const body = { reason: "a wrong file" };
    return call<{ import_id: number; detail: string }>("POST", `/admin/api/imports/${importId}/undo`, {
      body,
      ...options,
    });
  }

  return {
    askUndo,
    /** Takes an import back. */
    async undo(importId: number): Promise<ImportAnswer> {
      const { status, json } = await askUndo(importId);
      if (status !== 202) throw new Error(`not undone: ${JSON.stringify(json)}`);
      return run({ importId: json.import_id });
    },
    /** For the command of the operator. */
    url: address.origin,
    token: TOKEN,
    call,
    deliver,
    send,
    run,
    read,
    runJob: (request: RunRequest) => ask<RunResponse>("run", { limits: SMALL_CHUNKS, ...request }),
    fail: (importId: number, reason: string) => ask<null>("fail", { importId, reason }),
    importRecords: async (files: Readonly<Record<string, Uint8Array>>) =>
      run({ importId: await send({ [bundleName(1)]: bundleOf(files) }) }),
    importSet: async (files: Files, source: "real" | "sample" = "real") => run({ importId: await send(files, source) }),
    /** An import with chunks as large as they are on a site, and the state after it. */
    importWhole: (files: Files) => {
      const encoded = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]);
      return ask<WholeResponse>("whole", { files: Object.fromEntries(encoded) } satisfies WholeRequest);
    },
    state,
    /** Rows and records without the versions of their writes. */
    async storedRows() {
      const { races, runners, payouts } = (await state()).racing;
      return {
        races: races.map(({ data_version: _, inputs_version: __, weights_version: ___, ...race }) => race),
        runners,
        payouts,
        sets: await sql("select race_id, hex(records) records from race_records order by race_id"),
        horses: await sql("select horse_id, sire_name, hex(records) records from horse_records order by horse_id"),
        odds: await sql("select * from odds order by race_id, kind, order_key"),
        aside: await sql("select race_id, hex(record) record from records_aside order by id"),
      };
    },
    reset: () => ask<null>("reset"),
    sql,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

export type ImportSite = Awaited<ReturnType<typeof createImportSite>>;

/** A site for all tests of a file, which is emptied before each of them. */
export function openImportSite(): ImportSite {
  const site = {} as ImportSite;
  beforeAll(async () => {
    Object.assign(site, await createImportSite());
  }, 180_000);
  beforeEach(() => site.reset());
  afterAll(() => site.dispose());
  return site;
}
