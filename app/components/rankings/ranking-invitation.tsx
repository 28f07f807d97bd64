import { LinkButton } from "#app/components/parts/button.tsx";

/** Free and restricted plans have no own figures. */
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
