import { Link } from "@remix-run/react";

/** Beside a limit that a bigger plan would lift. Never says that a bigger plan predicts better. */
export function UpgradeHint() {
  return (
    <span>
      上限はプランごとに決まっています。<Link to="/subscriptions">プランを変更</Link>
    </span>
  );
}
