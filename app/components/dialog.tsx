import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";

/**
 * A dialog that is a URL: the page renders it open, 戻る is a link to the page behind it, Escape follows that link.
 * Bottom sheet on phones, centred on wider screens. `children` is the body; `action` is the button on the right (or a
 * `<Button form="…">` whose form is in the body).
 */
export function Dialog({
  title,
  lead,
  closeTo,
  closeLabel = "戻る",
  action,
  children,
}: {
  title: string;
  /** The line above the title: which race, which model. */
  lead?: ReactNode;
  closeTo: string;
  closeLabel?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const titleId = useId();
  const close = useRef<HTMLAnchorElement>(null);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") close.current?.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="layer">
      <dialog open ref={box} tabIndex={-1} aria-modal="true" aria-labelledby={titleId}>
        <div className="dlg-head">
          {lead !== undefined && <p className="t13 muted">{lead}</p>}
          <h2 id={titleId}>{title}</h2>
        </div>
        <div className="dlg-body">{children}</div>
        <div className="dlg-foot">
          <Link className="btn" ref={close} to={closeTo} preventScrollReset>
            {closeLabel}
          </Link>
          {action}
        </div>
      </dialog>
    </div>
  );
}
