// The application's clock of a local start: it begins at APP_NOW and runs APP_SPEED times as fast as the machine's.

const FASTEST = 600;

/**
 * @param {{ APP_NOW?: string, APP_SPEED?: string }} environment an empty variable counts as unset
 * @returns {{ offsetSeconds: number, speed: number, startedAt: number, now: () => number }} offsetSeconds: between the
 * machine's clock and the application's at the start; startedAt: the machine's; all in unix seconds
 * @throws {Error} if a variable cannot be used
 */
export function createLocalClock({ APP_NOW, APP_SPEED }) {
  const startedAt = Math.floor(Date.now() / 1000);
  const beginsAt = APP_NOW ? Date.parse(APP_NOW) / 1000 : startedAt;
  if (Number.isNaN(beginsAt))
    throw new Error(`APP_NOW is not an instant such as 2026-11-21T10:00:00+09:00: ${APP_NOW}`);
  const speed = Number(APP_SPEED || 1);
  if (!(speed >= 1 && speed <= FASTEST)) throw new Error(`APP_SPEED must be 1 to ${FASTEST}, not ${APP_SPEED}`);
  const offsetSeconds = APP_NOW ? Math.round(beginsAt - startedAt) : 0;
  return {
    offsetSeconds,
    speed,
    startedAt,
    now: () => Math.floor(startedAt + (Date.now() / 1000 - startedAt) * speed) + offsetSeconds,
  };
}

/** @param {ReturnType<typeof createLocalClock>} clock */
export function clockVariables({ offsetSeconds, speed, startedAt }) {
  return {
    ...(offsetSeconds === 0 ? {} : { CLOCK_OFFSET_SECONDS: String(offsetSeconds) }),
    ...(speed === 1 ? {} : { CLOCK_SPEED: String(speed), CLOCK_STARTED_AT: String(startedAt) }),
  };
}
