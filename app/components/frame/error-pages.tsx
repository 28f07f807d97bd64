import { isRouteErrorResponse } from "@remix-run/react";
import { Note } from "#app/components/parts/parts.tsx";
import { GENERIC_FAILURE, NETWORK_ERROR, TRY_AGAIN } from "#app/forms/messages.ts";

export const MISSING_TITLE = "ページが見つかりません";
export const MISSING_TEXT = "URLが間違っているか、ページが移動または削除された可能性があります。";

export function errorTitle(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined;
  return isRouteErrorResponse(error) && error.status === 404 ? MISSING_TITLE : "エラー";
}

function Title({ inFrame = false, children }: { inFrame?: boolean; children: string }) {
  return inFrame ? <h2 className="lead">{children}</h2> : <h1>{children}</h1>;
}

/** The same for unknown, deleted and other users' data. */
export function NotFound({ homeTo, inFrame }: { homeTo: string; inFrame?: boolean }) {
  return (
    <div className="narrow">
      <Title inFrame={inFrame}>{MISSING_TITLE}</Title>
      <p className="muted">{MISSING_TEXT}</p>
      <div className="btns">
        <a className="btn primary" href={homeTo}>
          ホームへ戻る
        </a>
      </div>
    </div>
  );
}

/** The same for unknown, used and expired links. */
export function BadLink({ again }: { again: { to: string; label: string } }) {
  return (
    <div className="narrow">
      <h1>Not found</h1>
      <Note tone="danger">不正なURLです。URLをもう一度ご確認ください</Note>
      <p className="muted">リンクには期限があり、使えるのは一度だけです。</p>
      <div className="btns">
        <a className="btn primary" href={again.to}>
          {again.label}
        </a>
      </div>
    </div>
  );
}

export function Failure({
  homeTo,
  requestId,
  isNetwork = false,
  inFrame,
}: {
  homeTo: string;
  requestId?: string;
  /** No response arrived. */
  isNetwork?: boolean;
  inFrame?: boolean;
}) {
  return (
    <div className="narrow" data-lost={isNetwork ? "" : undefined}>
      <Title inFrame={inFrame}>{isNetwork ? "ネットワークエラー" : "エラー"}</Title>
      <Note tone="danger">
        {isNetwork ? (
          <>
            {NETWORK_ERROR}
            <br />
            {TRY_AGAIN}
          </>
        ) : (
          GENERIC_FAILURE
        )}
      </Note>
      {requestId !== undefined && <p className="t13 muted">お問い合わせ番号：{requestId}</p>}
      <div className="btns">
        {isNetwork && (
          // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the present page, with its query
          <a className="btn" href="">
            再度読み込む
          </a>
        )}
        <a className="btn primary" href={homeTo}>
          ホームへ戻る
        </a>
      </div>
    </div>
  );
}
