import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { CodeField } from "./code-field.tsx";

/** The log-in's second step, of accounts with a second factor. */
export function CodeStepForm({ ticket, to, error }: { ticket: string; to: string | null; error?: string }) {
  return (
    <div className="narrow">
      <h1>ログイン：確認コード</h1>
      <form className="card stack" action="/login" method="post">
        {error !== undefined && <Note tone="danger">{error}</Note>}
        <input type="hidden" name="ticket" value={ticket} />
        {to !== null && <input type="hidden" name="to" value={to} />}
        <CodeField id="code" />
        <Button tone="primary" size="big" full>
          ログイン
        </Button>
      </form>
      <div className="btns">
        <a className="btn text" href="/login">
          はじめからやりなおす
        </a>
      </div>
    </div>
  );
}
