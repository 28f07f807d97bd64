import type { ReactNode } from "react";

export type LampTone = "ok" | "mid" | "bad";

/** Each tone has its own shape, not only a colour. */
export function LampSign({ tone }: { tone: LampTone }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {tone === "ok" && (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="m4.8 8.2 2.3 2.3 4.2-4.7" fill="none" stroke="var(--surface)" strokeWidth="1.8" />
        </>
      )}
      {tone === "mid" && (
        <>
          <path d="M8 1.5 15.3 14.5H.7z" fill="currentColor" />
          <path d="M8 6v4M8 12v.2" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
        </>
      )}
      {tone === "bad" && (
        <>
          <rect x="1" y="1" width="14" height="14" rx="2" fill="currentColor" />
          <path d="m5 5 6 6m0-6-6 6" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}

export function Lamp({ tone, children }: { tone: LampTone; children: ReactNode }) {
  return (
    <span className={`lamp ${tone}`}>
      <LampSign tone={tone} />
      {children}
    </span>
  );
}
