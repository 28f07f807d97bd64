// Which Chromium the browser tests use, and its installation on Debian.

/** The headless shell first: it draws the same pages for about two thirds of the processor time. */
const PATHS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"];

export const CHROMIUM_PACKAGES = ["chromium-headless-shell", "chromium"];

/**
 * @param {(path: string) => boolean} exists
 * @returns {string | null} CHROMIUM of the environment, or an installed one
 */
export function findChromium(exists) {
  return process.env.CHROMIUM ?? PATHS.find((path) => exists(path)) ?? null;
}
