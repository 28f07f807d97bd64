import type { ReactNode } from "react";
import { Note } from "#app/components/parts/parts.tsx";
import { tooManyTries } from "#app/components/waiting/wait-words.ts";

/** A page behind a mailed link whose form only redeems the code. `children` are the form's text and button. */
export function MailedCodePage({
  title,
  page,
  lastResult,
  path,
  name = "uuid",
  badLink,
  done,
  children,
}: {
  title: string;
  page: { step: "open"; code: string } | { step: "bad-link" | "done" };
  /** After too many tries. */
  lastResult: { retryAfterSeconds: number } | null | undefined;
  path: string;
  name?: "uuid" | "code";
  badLink: ReactNode;
  done: ReactNode;
  children: ReactNode;
}) {
  const tooMany = lastResult && (
    <Note id="too-many" tone="danger">
      {tooManyTries(lastResult.retryAfterSeconds)}
    </Note>
  );
  return (
    <div className="narrow">
      <h1>{title}</h1>
      {page.step === "bad-link" && (tooMany ?? badLink)}
      {page.step === "done" && done}
      {page.step === "open" && (
        <form
          className="card stack"
          action={`${path}?${name}=${encodeURIComponent(page.code)}`}
          method="post"
          aria-describedby={tooMany ? "too-many" : undefined}
        >
          {tooMany}
          <input type="hidden" name={name} value={page.code} />
          {children}
        </form>
      )}
    </div>
  );
}
