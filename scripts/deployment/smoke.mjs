// Whether a deployed site answers.
const TRIES = 30;

/**
 * Asks for /healthz until it answers with 200.
 *
 * @param {string} url the site's origin
 * @param {{ pauseMs?: number }} options
 * @returns {Promise<string | null>} why it does not, after a minute; null: it does
 */
export async function findFault(url, { pauseMs = 2_000 } = {}) {
  let fault = null;
  for (let time = 0; time < TRIES; time++) {
    fault = await askHealth(url);
    if (fault === null) return null;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return fault;
}

async function askHealth(url) {
  try {
    const { ok, status } = await fetch(`${url}/healthz`);
    return ok ? null : `/healthz answers ${status}`;
  } catch (error) {
    return `/healthz does not answer: ${error.cause?.code ?? error.message}`;
  }
}
