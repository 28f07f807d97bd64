/** Beside a limit that a bigger plan would lift. Never says that a bigger plan predicts better. */
export function UpgradeHint() {
  return <span>上限はプランごとに決まっています。プランの変更は準備中です。</span>;
}
