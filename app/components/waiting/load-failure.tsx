import { Note } from "#app/components/parts/parts.tsx";
import { NETWORK_ERROR, TRY_AGAIN } from "#app/forms/messages.ts";
import { isLostAnswer } from "./lost-answer.ts";

/**
 * Body of a page whose data could not be loaded (`text`), or whose form got no response: the form may have arrived all
 * the same, so that case links to the list.
 */
export function LoadFailure({
  error,
  text,
  again,
  list = { to: "/analyses", label: "分析結果の一覧" },
}: {
  error: unknown;
  text: string;
  /** URL to load again. */
  again: string;
  /** The page that would show the outcome of the form; null for a page that needs no such link. */
  list?: { to: string; label: string } | null;
}) {
  const isLost = isLostAnswer(error);
  return (
    <section className="card pad stack" data-lost={isLost ? "" : undefined}>
      <Note tone="danger">
        <p>{isLost ? NETWORK_ERROR : text}</p>
        {isLost && <p>{TRY_AGAIN}</p>}
      </Note>
      <div className="btns">
        <a className="btn primary" href={again}>
          再度読み込む
        </a>
        {isLost && list !== null && (
          <a className="btn" href={list.to}>
            {list.label}
          </a>
        )}
      </div>
    </section>
  );
}
