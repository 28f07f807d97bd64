import { MARKS, markOfPlace } from "#app/components/analyses/figures.tsx";
import { SortLinks } from "#app/components/parts/segmented-links.tsx";
import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { usualFormation } from "#app/domain/betting/formation.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";

/** The tickets' page opens with a wide. */
const KIND = "wide";
const AXES = 3;

/** Links to tickets with one of the model's first horses as the axis; nothing without chances of two horses. */
export function AxisLinks({ raceId, model: { modelId, name, analysis } }: { raceId: string; model: RaceModel }) {
  const scores = analysis?.scores ?? [];
  const order = scores.map(({ horseNum }) => horseNum);
  const horses = scores.flatMap(({ horseNum, probability }) => (probability ? [horseNum] : []));
  if (horses.length < 2) return null;
  return (
    <div>
      <p className="t13 muted">{name}の勝率で買い目をつくる。軸にする馬：</p>
      <SortLinks
        label="買い目の軸にする馬"
        options={horses.slice(0, AXES).map((axis) => {
          const { legs } = usualFormation(KIND, [axis, ...horses.filter((horse) => horse !== axis)]);
          const mark = markOfPlace(order.indexOf(axis) + 1);
          const query = new URLSearchParams([
            ["model", String(modelId)],
            ["ticket", KIND],
            ["axis", String(axis)],
            ...legs.map((leg) => ["leg", String(leg)]),
          ]);
          return {
            to: `${raceTabPath(raceId, "bets")}?${query}`,
            label: `${mark === null ? "" : MARKS[mark].label.slice(0, 1)} ${axis}番`,
            isCurrent: false,
          };
        })}
      />
    </div>
  );
}
