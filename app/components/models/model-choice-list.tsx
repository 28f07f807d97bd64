import { Fact } from "#app/components/parts/parts.tsx";
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
      <Fact name="対象">
        {VENUE_TYPE_WORDS[venueType]}
        {choice.isAllVenue === 0 && <small>{VENUE_TYPE_WORDS[venueType]}のレースだけを参照する</small>}
      </Fact>
      <Fact name="項目数">{featureCount}項目</Fact>
      <Fact name="そのまま使う項目">{choice.static.length === 0 ? "なし" : choice.static.join("・")}</Fact>
      <Fact name="平均で使う項目">
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
      </Fact>
    </dl>
  );
}
