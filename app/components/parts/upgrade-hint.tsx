import { Link } from "@remix-run/react";

/** It must not suggest that a higher plan predicts better. */
export function UpgradeHint() {
  return (
    <span>
      上限はプランごとに決まっています。<Link to="/subscriptions">プランを変更</Link>
    </span>
  );
}
