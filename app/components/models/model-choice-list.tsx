import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { AVERAGE_KINDS, type FeatureChoice } from "#app/domain/features/choice.ts";
import { CUSTOMIZE_WORDS, formatRaceNums, KIND_WORDS } from "./model-words.ts";

export function ChoiceList({
  venueType,
  choice,
  featureCount,
}: {
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
}) {
  const kinds = AVERAGE_KINDS.flatMap((kind) => {
    const average = choice.average[kind];
    return average === undefined ? [] : [{ kind, average }];
  });
  return (
    <dl className="choice-list">
      <div>
        <dt>対象</dt>
        <dd>
          {VENUE_TYPE_WORDS[venueType]}
          {choice.isAllVenue === 0 && <small>{VENUE_TYPE_WORDS[venueType]}のレースだけを参照する</small>}
        </dd>
      </div>
      <div>
        <dt>項目数</dt>
        <dd>{featureCount}項目</dd>
      </div>
      <div>
        <dt>そのまま使う項目</dt>
        <dd>{choice.static.length === 0 ? "なし" : choice.static.join("・")}</dd>
      </div>
      <div>
        <dt>平均で使う項目</dt>
        <dd>
          {kinds.length === 0 && "なし"}
          {kinds.map(({ kind, average }) => (
            <p key={kind}>
              {KIND_WORDS[kind].name}
              <small>
                <span className="keep">
                  {average.race_customize.map((name) => CUSTOMIZE_WORDS[name].short).join("・")} ×
                </span>{" "}
                <span className="keep">{formatRaceNums(average.race_num)}</span>
              </small>
            </p>
          ))}
        </dd>
      </div>
    </dl>
  );
}
