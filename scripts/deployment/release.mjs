// How the web Worker's versions come to its visitors. Uses Node built-ins only (scripts/prepare.mjs).

/**
 * What a release needs of wrangler and the site.
 * @typedef {object} Tools
 * @property {(...args: string[]) => boolean} wrangler runs a command; whether it succeeded
 * @property {() => string | null} readCurrent what `wrangler deployments status --json` prints; null: nothing is deployed
 * @property {(...args: string[]) => string | null} upload runs `wrangler versions upload`; the entries of its output file
 * @property {(header: Record<string, string>) => Promise<string | null>} findFault asks the site with a header; why it is not
 * this release that answers, or null
 */

/**
 * Releases a version of a Worker. It is uploaded beside the current one, asked by the platform's version header, and
 * released to all visitors if it answers. No share of visitors gets it earlier: its pages need its own scripts.
 * @param {{ worker: string, config: string, options: string[], firstOptions: string[] }} release options: of an upload (--tag,
 * --var …); firstOptions: besides, of the first deployment (--domain …)
 * @param {Tools} tools
 * @returns {Promise<string | null>} why it is not everybody's; null: it is
 */
export async function releaseVersion({ worker, config, options, firstOptions }, tools) {
  const { wrangler, readCurrent, upload, findFault } = tools;
  const current = currentVersion(readCurrent());
  if (current === null) {
    if (!wrangler("deploy", "-c", config, ...options, ...firstOptions)) return `${worker} was not deployed`;
    return findFault({});
  }
  const uploaded = uploadedVersion(upload("versions", "upload", "-c", config, ...options));
  if (uploaded === null) return `${worker} was not uploaded`;
  const share = (...specs) => wrangler("versions", "deploy", ...specs, "-y", "-c", config);
  if (!share(`${current}@100%`, `${uploaded}@0%`)) return `${worker} could not be asked before its visitors`;
  const fault = await findFault({ "Cloudflare-Workers-Version-Overrides": `${worker}="${uploaded}"` });
  if (fault === null) return share(`${uploaded}@100%`) ? null : `${worker} answers, but is not released`;
  const isBack = share(`${current}@100%`);
  return `${fault}; ${isBack ? "no visitor had it" : "it is still deployed for nobody"}`;
}

/**
 * The version that most visitors have.
 * @param {string | null} printed by `wrangler deployments status --json`
 * @returns {string | null} null: nothing is deployed
 */
function currentVersion(printed) {
  if (printed === null) return null;
  const { versions = [] } = JSON.parse(printed);
  const [most] = versions.toSorted((a, b) => b.percentage - a.percentage);
  return most?.version_id ?? null;
}

/**
 * @param {string | null} entries of wrangler's output file, a JSON object a line
 * @returns {string | null} the uploaded version
 */
function uploadedVersion(entries) {
  for (const line of (entries ?? "").split("\n").filter(Boolean)) {
    const { type, version_id: id } = JSON.parse(line);
    if (type === "version-upload" && id) return id;
  }
  return null;
}
