import { LinkButton } from "#app/components/parts/button.tsx";

/** In place of the user's own figures, which are for paying users, not for Free and restricted plans. */
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
