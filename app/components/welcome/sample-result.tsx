import { HorseBadge, IndexBar, IndexNumber, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";

/** Invented horses. */
const HORSES = [
  { horseNum: 3, bracketNum: 3, name: "ハルカナコンパス", index: 2.31 },
  { horseNum: 9, bracketNum: 6, name: "オリガミグライダー", index: 1.64 },
  { horseNum: 6, bracketNum: 4, name: "アオゾラレコード", index: 1.12 },
  { horseNum: 12, bracketNum: 7, name: "ヨルノテンビン", index: 0.74 },
] as const;

export function SampleRace() {
  return (
    <div className="card sample">
      <div className="pad">
        <p className="t12 muted">京都 11R　芝2000m　14頭</p>
        <b>翠風ステークス</b>
      </div>
      <ul>
        {HORSES.map((horse, place) => (
          <li key={horse.horseNum}>
            <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
            <Mark kind={markOfPlace(place + 1)} />
            <b className="row-name">{horse.name}</b>
            <IndexBar index={horse.index} />
            <IndexNumber index={horse.index} />
          </li>
        ))}
      </ul>
    </div>
  );
}
