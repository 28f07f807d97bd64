import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";

/** 戻る and Escape follow a link, which replaces the dialog in the history. `action` is the button on the right. */
export function Dialog({
  title,
  lead,
  closeTo,
  closeForm,
  closeLabel = "戻る",
  hasInvalidField = false,
  action,
  children,
}: {
  title: string;
  /** The line above the title: the race or the model. */
  lead?: ReactNode;
  closeTo: string;
  /** Id of the form behind the dialog. 戻る submits it with intent=edit, so that nothing typed is lost. */
  closeForm?: string;
  closeLabel?: string;
  /** Without script the invalid field gets the focus, not the dialog. */
  hasInvalidField?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const titleId = useId();
  const close = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { pathname, search } = window.location;
    const opener = openerOf(box.current);
    // The reader may have focused a button before the script ran.
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") close.current?.click();
      if (event.key === "Tab" && box.current !== null) keepFocusIn(box.current, event);
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      // After a navigation to another page its own focus stays. A list that was read again has another link.
      const target = opener?.isConnected ? opener : linkTo(pathname + search);
      if (window.location.pathname === pathname) target?.focus();
    };
  }, []);
  return (
    <div className="layer">
      {/* biome-ignore lint/a11y/noAutofocus: the reader opened this dialog; without script nothing else focuses it */}
      <dialog open autoFocus={!hasInvalidField} ref={box} tabIndex={-1} aria-modal="true" aria-labelledby={titleId}>
        <div className="dlg-head">
          {lead !== undefined && <p className="t13 muted">{lead}</p>}
          <h2 id={titleId}>{title}</h2>
        </div>
        <div className="dlg-body">{children}</div>
        <div className="dlg-foot">
          {closeForm === undefined ? (
            <Link className="btn" ref={close} to={closeTo} replace preventScrollReset>
              {closeLabel}
            </Link>
          ) : (
            <button
              className="btn"
              ref={close}
              type="submit"
              form={closeForm}
              name="intent"
              value="edit"
              formNoValidate
            >
              {closeLabel}
            </button>
          )}
          {action}
        </div>
      </dialog>
    </div>
  );
}

/** Null if the page arrived with the dialog open. */
function openerOf(box: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  const isOpener = focused instanceof HTMLElement && focused !== document.body && !box?.contains(focused);
  return isOpener ? focused : null;
}

function linkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`);
}

function keepFocusIn(box: HTMLElement, event: KeyboardEvent): void {
  // Tab reaches only the checked radio button of a group.
  const stops = [
    ...box.querySelectorAll<HTMLElement>(
      "a[href], button:enabled, select, input:enabled:not([type=hidden], [type=radio]), input[type=radio]:checked",
    ),
  ];
  if (event.shiftKey) stops.reverse();
  const current = document.activeElement;
  if (current === stops.at(-1) || current === box || !box.contains(current)) {
    event.preventDefault();
    stops[0]?.focus();
  }
}
