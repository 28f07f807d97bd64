import { HELP_LINE } from "#app/components/frame/brand.ts";

/** Under examples and shared analyses. */
export const PAST_IS_NO_PROMISE = "過去の成績は将来の結果を約束しません。馬券は20歳になってから。";

/** The minimum age and help, for the legal pages. The footer has a short version. */
export function GamblingNotice() {
  return (
    <ol>
      <li>20歳未満の方は、勝馬投票券（馬券）の購入も譲り受けもできません（競馬法第28条）。</li>
      <li>馬券は余裕のある範囲で楽しむものです。過去の成績や回収率は、将来の結果も利益も約束しません。</li>
      <li>
        のめり込みが心配な方とご家族は、
        <a href={HELP_LINE.url} rel="noreferrer">
          {HELP_LINE.label}
        </a>
        、お住まいの地域の精神保健福祉センターや保健所に相談できます。
      </li>
    </ol>
  );
}
