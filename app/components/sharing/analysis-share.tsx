import { Form } from "@remix-run/react";
import { useId, useState } from "react";
import { ShownField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { LineDrawing } from "#app/components/parts/icon.tsx";
import { DoneNote, Note } from "#app/components/parts/parts.tsx";
import { postAddress, type ShareLinks } from "#app/components/sharing/share-links.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";

/** Not in icon.tsx, whose drawings are in the script of every page. */
const DRAWINGS = {
  x: <path d="m4 4 11.5 16H20L8.5 4zM4.5 20l6-6.8M19 4l-5.6 6.3" />,
  facebook: <path d="M16.5 4H14a4 4 0 0 0-4 4v3H7.5v3.5H10V21h3.5v-6.5h2.6l.6-3.5h-3.2V8.5a1 1 0 0 1 1-1h2z" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2" />
      <path d="M15.5 8.5V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v9.5a1 1 0 0 0 1 1h3.5" />
    </>
  ),
  download: <path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 20h14" />,
} as const;

export const SHARE_DRAWING = <path d="M12 15V4m0 0 4 4m-4-4L8 8M6 11.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-7.5" />;

export function AnalysisShare({
  path,
  shared,
  done = null,
  failure = null,
}: {
  path: string;
  /** Null if it is not shared. */
  shared: ShareLinks | null;
  /** `done` of the page's query; "shared" or "unshared" reports success. */
  done?: string | null;
  failure?: readonly string[] | null;
}) {
  const isDone = failure === null && done === (shared === null ? "unshared" : "shared");
  return (
    <section className="sec" id="share">
      <h3>この結果をシェア</h3>
      {isDone && <DoneNote>{shared === null ? ANALYSIS_MESSAGES.unshared : ANALYSIS_MESSAGES.shared}</DoneNote>}
      {failure !== null && <Note tone="danger">{failure}</Note>}
      {shared === null ? <StartForm path={path} /> : <Shared path={path} shared={shared} />}
    </section>
  );
}

function StartForm({ path }: { path: string }) {
  return (
    <Form method="post" action={path} className="stack" preventScrollReset>
      <p className="t14 muted">
        共有すると、レース、馬ごとの指数と勝率、モデル名、あなたのユーザー名を、だれでも見られるページができます。いつでもやめられます。
      </p>
      <div className="btns">
        <Button name="intent" value="share">
          <LineDrawing>{SHARE_DRAWING}</LineDrawing>
          共有する
        </Button>
      </div>
    </Form>
  );
}

function Shared({ path, shared: { url, imagePath, text } }: { path: string; shared: ShareLinks }) {
  const fieldId = useId();
  const [copyStatus, setCopyStatus] = useState("");
  async function copy() {
    setCopyStatus("");
    try {
      await navigator.clipboard.writeText(url);
      setCopyStatus("コピーしました");
    } catch {
      // The browser forbids copying: select the URL instead.
      const field = document.getElementById(fieldId);
      if (field instanceof HTMLInputElement) field.select();
      setCopyStatus("コピーできませんでした。上の欄のURLをコピーしてください。");
    }
  }
  return (
    <div className="stack">
      <p className="t14 muted">この結果は、次のURLでだれでも見られます。ユーザー名は共有したときのものです。</p>
      <ShownField id={fieldId} label="共有ページのURL" type="url" value={url} />
      <p>
        <a className="tapl" href={url}>
          共有ページを見る
        </a>
      </p>
      <div className="share">
        <a className="btn" href={postAddress("twitter", { url, text })} target="_blank" rel="noreferrer">
          <LineDrawing>{DRAWINGS.x}</LineDrawing>
          Xに投稿
        </a>
        <a className="btn" href={postAddress("facebook", { url, text })} target="_blank" rel="noreferrer">
          <LineDrawing>{DRAWINGS.facebook}</LineDrawing>
          Facebookに投稿
        </a>
        <span className="copy">
          <Button type="button" full onClick={copy}>
            <LineDrawing>{DRAWINGS.copy}</LineDrawing>
            URLをコピー
          </Button>
        </span>
        <a className="btn" href={imagePath} download>
          <LineDrawing>{DRAWINGS.download}</LineDrawing>
          ダウンロード
        </a>
      </div>
      <p role="status" className="t13">
        {copyStatus}
      </p>
      <Form method="post" action={path} preventScrollReset>
        <Button tone="danger" name="intent" value="unshare">
          共有をやめる
        </Button>
      </Form>
    </div>
  );
}
