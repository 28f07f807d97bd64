// Whether a deployed site answers, and with which build.
const TRIES = 30;
/** Pages that need the database, the store and the router, but no account. */
const PAGES = ["/", "/login", "/share/rankings"];

/**
 * Asks for /healthz (of web alone) until it answers with 200 and the build, then for some public pages and the first files that they need.
 * @param {string} url the site's origin
 * @param {{ pauseMs?: number, build?: string, headers?: Record<string, string> }} options build: as /healthz says it; absent: any
 * @returns {Promise<string | null>} why it does not, after a minute; null: it does
 */
export async function findFault(url, { pauseMs = 2_000, build, headers = {} } = {}) {
  let fault = null;
  for (let time = 0; time < TRIES; time++) {
    fault = (await checkHealth(url, { build, headers })) ?? (await checkPages(url, headers));
    if (fault === null) return null;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return fault;
}

async function checkHealth(url, { build, headers }) {
  const { answer, fault } = await ask(url, "/healthz?part=web", headers);
  if (fault !== null) return fault;
  const found = (await answer.json()).build;
  return build === undefined || found === build ? null : `/healthz is of build ${found}, not ${build}`;
}

async function checkPages(url, headers) {
  for (const page of PAGES) {
    const { answer, fault } = await ask(url, page, headers);
    if (fault !== null) return fault;
    const [file] = /\/assets\/[\w.-]+\.(?:js|css)/.exec(await answer.text()) ?? [];
    if (file === undefined) continue;
    const { fault: missing } = await ask(url, file, headers);
    if (missing !== null) return missing;
  }
  return null;
}

async function ask(url, path, headers) {
  try {
    const answer = await fetch(url + path, { headers, redirect: "manual" });
    return { answer, fault: answer.ok ? null : `${path} answers ${answer.status}` };
  } catch (error) {
    return { answer: null, fault: `${path} does not answer: ${error.cause?.code ?? error.message}` };
  }
}
