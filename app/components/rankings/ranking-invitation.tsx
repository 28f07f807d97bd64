import { LinkButton } from "#app/components/parts/button.tsx";

/** What free and restricted users see where their own figures would stand, as only payers see theirs. */
export function OwnFiguresInvitation() {
  return (
    <div className="card pad stack">
      <p>自分のモデルの順位と回収率は有料プランで見られます</p>
      <div className="btns">
        <LinkButton to="/subscriptions" icon="card">
          プランを見る
        </LinkButton>
      </div>
    </div>
  );
}
