import { formatCount } from "#app/components/parts/numbers.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { FeatureImportance } from "./importance-words.ts";

/** Smaller falls of pseudo-R² would be printed as 0.00. */
const LEAST = 0.00005;
const OPEN = 10;

export function ImportanceList({ features, races }: { features: readonly FeatureImportance[]; races: number }) {
  const measurable = byItem(features.filter(({ isMeasurable }) => isMeasurable)).flatMap(([, members]) => members);
  const others = features.filter(({ isMeasurable }) => !isMeasurable);
  const most = Math.max(...measurable.map(({ high }) => high));
  return (
    <>
      <p className="pad t13 muted">
        学習に使っていない{formatCount(races)}
        レースで、1つの項目の値だけをランダムに入れ替えました。数字はそれで下がった<a href="#skill">予測力</a>
        、かっこの中は運で動く幅
        <span className="keep">（95%区間）</span>です。
      </p>
      {measurable.length === 0 ? (
        <p className="pad t14">1つで効果が測れた項目はありませんでした。</p>
      ) : (
        <>
          <h4>効いている項目</h4>
          <Effects features={measurable.slice(0, OPEN)} most={most} />
          {measurable.length > OPEN && (
            <details className="fold">
              <summary>ほかの{measurable.length - OPEN}個</summary>
              <Effects features={measurable.slice(OPEN)} most={most} />
            </details>
          )}
        </>
      )}
      {others.length > 0 && (
        <>
          <h4>{formatCount(races)}レースでは測れない項目</h4>
          {others.length <= OPEN ? (
            <Names features={others} />
          ) : (
            <details className="fold">
              <summary>{others.length}個を見る</summary>
              <Names features={others} />
            </details>
          )}
        </>
      )}
      <p className="pad t12 faint">
        似た項目は互いの代わりをするため、1つずつでは小さく出ます。モデルが頼りにする項目は、入れ替えると誤った手がかりになり、予測力より大きく下がることもあります。ここで測れない項目も、効かないとは限りません。まとめて外せば成績が変わることがあります。
      </p>
    </>
  );
}

/** In the order of the first of each item. */
function byItem(features: readonly FeatureImportance[]): [item: string, members: FeatureImportance[]][] {
  return [...groupBy(features, ({ item }) => item)];
}

function Effects({ features, most }: { features: readonly FeatureImportance[]; most: number }) {
  return (
    <ul className="effects">
      {byItem(features).flatMap(([item, members]) => [
        ...(hasHead(item, members) ? [<ItemHead key={item} item={item} members={members} />] : []),
        ...members.map(({ name, fall, low, high }) => (
          <li key={name} className={hasHead(item, members) ? "part" : undefined}>
            <span>{name}</span>
            <span className="extent" aria-hidden="true">
              <i style={{ "--v": fall / most }} />
              <b style={{ "--lo": low / most, "--hi": high / most }} />
            </span>
            <span className="value">
              {fall < LEAST ? "ごくわずか" : format(fall)}
              <small>
                （{format(low)}–{format(high)}）
              </small>
            </span>
          </li>
        )),
      ])}
    </ul>
  );
}

/** A single average names its item itself. */
function hasHead(item: string, members: readonly FeatureImportance[]): boolean {
  return members.length > 1 || members.some(({ name, comesWith }) => comesWith !== null && name !== item);
}

function ItemHead({ item, members }: { item: string; members: readonly FeatureImportance[] }) {
  const words = members.find(({ comesWith }) => comesWith !== null)?.comesWith;
  return (
    <li className="item">
      <b>{item}</b>
      {words !== undefined && <small>{words}</small>}
    </li>
  );
}

function Names({ features }: { features: readonly FeatureImportance[] }) {
  return (
    <ul className="pad t13 muted">
      {byItem(features).map(([item, members]) => (
        <li key={item}>
          {members.some(({ comesWith }) => comesWith !== null) && <b>{item}：</b>}
          {members.map(({ name }) => name).join("、")}
        </li>
      ))}
    </ul>
  );
}

/** In the unit of 予測力, two decimals. */
function format(fall: number): string {
  return (fall * 100).toFixed(2);
}
