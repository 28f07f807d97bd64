import { useEffect } from "react";
import { minutesWords, STARTED } from "#app/components/races/race-states.ts";
import type { LiveParts } from "./live-parts.tsx";
import { delayAfter } from "./live-seconds.ts";

export interface LiveRace {
  /** Address of the {@link LiveAnswer}. */
  path: string;
  /** The site's clock, unix seconds. */
  now: number;
  /** Seconds until the first poll; null for none. */
  seconds: number | null;
}

export interface LiveAnswer extends Omit<LiveRace, "path"> {
  parts: LiveParts;
}

/**
 * Counts down to the start, and polls odds, state and changes of the race. Rows keep their order, and elements in use
 * stay.
 */
export function useLiveRace(elementId: string, { path, now, seconds }: LiveRace): void {
  useEffect(() => {
    const element = document.getElementById(elementId);
    if (element === null) return;
    const ended = new AbortController();
    const clock = createClock(now);
    tick(element, clock, ended.signal);
    if (seconds !== null) keepFresh(element, clock, { path, seconds, signal: ended.signal });
    return () => ended.abort();
  }, [elementId, path, now, seconds]);
}

type Clock = ReturnType<typeof createClock>;

/** The site's clock may differ from this machine's. */
function createClock(now: number) {
  let ahead = now * 1000 - Date.now();
  return {
    read: () => (Date.now() + ahead) / 1000,
    set: (to: number) => {
      ahead = to * 1000 - Date.now();
    },
  };
}

function tick(element: Element, clock: Clock, signal: AbortSignal): void {
  const write = () => {
    const place = element.querySelector<HTMLElement>("[data-start]");
    if (place === null) return;
    const left = Number(place.dataset.start) - clock.read();
    const words = left > 0 ? minutesWords(Math.ceil(left / 60)) : STARTED;
    if (place.textContent !== words) place.textContent = words;
  };
  const timer = setInterval(write, 5000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

function keepFresh(
  element: Element,
  clock: Clock,
  { path, seconds, signal }: { path: string; seconds: number; signal: AbortSignal },
): void {
  let wait: number | null = seconds;
  let failures = 0;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    if (wait === null || signal.aborted) return;
    timer = setTimeout(() => {
      isDue = true;
      refreshIfDue();
    }, delayAfter(wait, failures) * 1000);
  };
  // Waits while the page is hidden or offline.
  const refreshIfDue = async () => {
    if (!isDue || document.hidden || !navigator.onLine) return;
    isDue = false;
    const answer = await ask(path, signal);
    if (signal.aborted || answer === "over") return;
    failures = answer === null ? failures + 1 : 0;
    if (answer !== null) {
      wait = answer.seconds;
      clock.set(answer.now);
      show(element, answer.parts);
    }
    plan();
  };
  document.addEventListener("visibilitychange", refreshIfDue, { signal });
  window.addEventListener("online", refreshIfDue, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  plan();
}

/** Null for a failure that may pass; "over" if the session or the race is gone. */
async function ask(path: string, signal: AbortSignal): Promise<LiveAnswer | null | "over"> {
  try {
    const response = await fetch(path, { redirect: "manual", signal });
    if (response.type === "opaqueredirect" || response.status === 404) return "over";
    if (!response.ok) return null;
    const answer: LiveAnswer = await response.json();
    return answer;
  } catch {
    return null;
  }
}

/** Replaces changed parts; the middle of the screen keeps its place. */
function show(element: Element, parts: LiveParts): void {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const anchor = middle?.closest("[data-live]") ?? middle;
  const top = anchor?.getBoundingClientRect().top ?? 0;
  for (const place of element.querySelectorAll<HTMLElement>("[data-live]")) {
    const part = parts[place.dataset.live ?? ""];
    if (part === undefined || place.contains(document.activeElement)) continue;
    const fresh = document.createElement("template");
    fresh.innerHTML = part;
    // Keeps unfolded elements unfolded.
    if (place.querySelector("details[open]")) fresh.content.querySelector("details")?.setAttribute("open", "");
    if (fresh.innerHTML !== place.innerHTML) place.replaceChildren(fresh.content);
  }
  const moved = (anchor?.getBoundingClientRect().top ?? 0) - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: "instant" });
}
