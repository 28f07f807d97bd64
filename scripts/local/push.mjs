// The key by which a local site signs its notifications to the push services of browsers (Web Push).
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Returns the variables for Web Push: the key of .dev.vars, or in development one that the state folder keeps. A
 * production without a key offers no push.
 */
export function localPushVariables({ stateDir, environment, devVars }) {
  if (environment !== "development")
    return devVars.VAPID_PRIVATE_KEY ? { VAPID_PRIVATE_KEY: devVars.VAPID_PRIVATE_KEY } : {};
  return {
    VAPID_PRIVATE_KEY: devVars.VAPID_PRIVATE_KEY || keptKey(path.join(stateDir, "push")),
    // Set by the browser tests, which run the stand-in.
    ...(process.env.PUSH_STAND_IN_URL && { PUSH_STAND_IN_URL: process.env.PUSH_STAND_IN_URL }),
  };
}

function keptKey(folder) {
  const file = path.join(folder, "vapid-private-key");
  if (existsSync(file)) return readFileSync(file, "utf8");
  const { d } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, d, { mode: 0o600 });
  return d;
}
