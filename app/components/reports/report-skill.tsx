import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import type { ForecastSkill, GroupSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { Dimension } from "#app/domain/racing/conditions.ts";
import { AxisTicks } from "./report-scale.tsx";
import { DIMENSION_NAMES, FEW_RACES, formatRate, formatSkillRange, groupName, TOO_FEW } from "./report-words.ts";
import { Ruler } from "./skill-ruler.tsx";

/** A small ruler per group, with a tick for the odds. */
export function ReportSkillTable({
  skill,
  dimensions: wanted,
}: {
  skill: ForecastSkill;
  dimensions: readonly Dimension[];
}) {
  const dimensions = wanted.filter((dimension) => skill.conditions[dimension].length > 0);
  const caption = `${dimensions.map((dimension) => DIMENSION_NAMES[dimension]).join("・")}ごとの予測力`;
  return (
    <ScrollingTable label={caption}>
      <thead>
        <tr>
          <th scope="col">条件</th>
          <th scope="col">
            予測力<small>95%区間</small>
          </th>
          <th scope="col" className="wcell">
            <span className="sr">図</span>
            <AxisTicks from={0} to={30} ticks={[0, 15, 30]} />
          </th>
          <th scope="col">オッズ</th>
          <th scope="col">
            1位の勝率<small>3着以内</small>
          </th>
        </tr>
      </thead>
      {dimensions.map((dimension) => (
        <tbody key={dimension}>
          {dimensions.length > 1 && (
            <tr className="grp">
              <th scope="rowgroup" colSpan={5}>
                {DIMENSION_NAMES[dimension]}
              </th>
            </tr>
          )}
          {skill.conditions[dimension].map(({ key, races, skill: figures }) => (
            <SkillRow key={key} name={groupName(dimension, key)} races={races} figures={figures} />
          ))}
        </tbody>
      ))}
    </ScrollingTable>
  );
}

function SkillRow({ name, races, figures }: { name: string; races: number; figures: GroupSkill | null }) {
  const isFew = races < FEW_RACES;
  return (
    <tr className={isFew ? "thin" : undefined}>
      <th scope="row">
        {name}
        <small>
          {formatCount(races)}R{isFew && " 少ない"}
        </small>
      </th>
      {figures === null ? <td colSpan={4}>{TOO_FEW}</td> : <SkillCells figures={figures} />}
    </tr>
  );
}

function SkillCells({ figures: { pseudoR2, pseudoR2Interval, marketPseudoR2, top } }: { figures: GroupSkill }) {
  return (
    <>
      <td>
        <b>{formatSkill(pseudoR2)}</b>
        <small>{formatSkillRange(pseudoR2Interval)}</small>
      </td>
      <td className="wcell">
        <Ruler {...{ pseudoR2, marketPseudoR2 }} interval={pseudoR2Interval} isSmall />
      </td>
      <td>{marketPseudoR2 === null ? "–" : formatSkill(marketPseudoR2)}</td>
      <td>
        {formatRate(top.winRate)}
        <small>{formatRate(top.placeRate)}</small>
      </td>
    </>
  );
}
