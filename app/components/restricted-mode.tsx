import { useLocation } from "@remix-run/react";
import { LinkButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { formatCount } from "./numbers.ts";
import { Note } from "./parts.tsx";
import { TO_PAYMENT } from "./plan-words.ts";

/** The plan whose renewal failed. */
export interface RestrictedPlan {
  plan: number;
  name: string;
  priceYen: number;
}

/** Opens the dialog that explains the restricted mode, on whatever page. */
const QUERY = "restricted";

/** This page's path with the dialog open, or closed. */
function pathWith(location: { pathname: string; search: string }, isOpen: boolean): string {
  const query = new URLSearchParams(location.search);
  query.delete(QUERY);
  if (isOpen) query.set(QUERY, "1");
  const search = query.toString();
  return search === "" ? location.pathname : `${location.pathname}?${search}`;
}

/** On every page until the plan is paid again (spec §8). */
export function RestrictedBanner({ restricted }: { restricted: RestrictedPlan }) {
  const location = useLocation();
  return (
    <Note tone="warn">
      <div className="stack">
        <p>
          <b>プランの更新に失敗しました。再度プラン料金の支払いをお願いします。</b>
        </p>
        <div className="btns">
          <LinkButton to={`/subscriptions?plan=${restricted.plan}`} icon="card">
            {TO_PAYMENT}
          </LinkButton>
          <LinkButton tone="text" to={pathWith(location, true)} preventScrollReset>
            制限モードとは
          </LinkButton>
        </div>
      </div>
    </Note>
  );
}

/** What the restricted mode is, and the way out of it (spec §8); only where the query asks for it. */
export function RestrictedDialog({ restricted: { plan, name, priceYen } }: { restricted: RestrictedPlan }) {
  const location = useLocation();
  if (new URLSearchParams(location.search).get(QUERY) !== "1") return null;
  return (
    <Dialog
      title="制限モードになっています"
      lead={`${name}　${formatCount(priceYen)}円/月`}
      closeTo={pathWith(location, false)}
      closeLabel="閉じる"
      action={
        <LinkButton tone="primary" to={`/subscriptions?plan=${plan}`}>
          {TO_PAYMENT}
        </LinkButton>
      }
    >
      <p className="t14">プラン料金の支払いを確認できなかったため、契約を止めて制限モードにしました。</p>
      <p className="t14">使える範囲はフリープランと同じです。支払いが済むまで、料金はかかりません。</p>
      <p className="t14">モデルと分析結果は残っています。支払いが済むと、すぐに{name}に戻ります。</p>
    </Dialog>
  );
}
