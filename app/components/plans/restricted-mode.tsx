import { useLocation } from "@remix-run/react";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Note } from "#app/components/parts/parts.tsx";

/** Texts about a failed renewal. They are in the loader's data, so that other users do not load them. */
export interface RestrictedPlan {
  /** Path of the final confirmation. */
  payTo: string;
  pay: string;
  banner: string;
  about: string;
  title: string;
  lead: string;
  text: readonly string[];
}

function pathWith({ pathname, search }: { pathname: string; search: string }, isOpen: boolean): string {
  const query = new URLSearchParams(search);
  if (isOpen) query.set("restricted", "1");
  else query.delete("restricted");
  return `${pathname}?${query}`.replace(/\?$/, "");
}

/** On every page until the plan is paid again. */
export function RestrictedBanner({ restricted: { payTo, pay, banner, about } }: { restricted: RestrictedPlan }) {
  const location = useLocation();
  return (
    <Note tone="warn">
      <div className="stack">
        <p>
          <b>{banner}</b>
        </p>
        <div className="btns">
          <LinkButton to={payTo} icon="card">
            {pay}
          </LinkButton>
          <LinkButton tone="text" to={pathWith(location, true)} preventScrollReset>
            {about}
          </LinkButton>
        </div>
      </div>
    </Note>
  );
}

/** Shown with `?restricted=1`. */
export function RestrictedDialog({ restricted: { payTo, pay, title, lead, text } }: { restricted: RestrictedPlan }) {
  const location = useLocation();
  if (!/[?&]restricted=1(&|$)/.test(location.search)) return null;
  return (
    <Dialog
      title={title}
      lead={lead}
      closeTo={pathWith(location, false)}
      closeLabel="閉じる"
      action={
        <LinkButton tone="primary" to={payTo}>
          {pay}
        </LinkButton>
      }
    >
      {text.map((line) => (
        <p key={line} className="t14">
          {line}
        </p>
      ))}
    </Dialog>
  );
}
