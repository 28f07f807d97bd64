import { formatCount } from "#app/components/parts/numbers.ts";
import type { FeatureImportance } from "./importance-words.ts";

/** Smaller falls of pseudo-R² would be printed as 0.00. */
const LEAST = 0.00005;
/** The others are folded. */
const OPEN = 10;

export function ImportanceList({ features, races }: { features: readonly FeatureImportance[]; races: number }) {
  const measurable = features.filter(({ isMeasurable }) => isMeasurable);
  const others = features.filter(({ isMeasurable }) => !isMeasurable);
  const most = Math.max(...measurable.map(({ high }) => high));
  return (
    <section className="card clip importance">
      <div className="pad stack">
        <h3>どの項目が効いているか</h3>
        <p className="t13 muted">
          学習に使っていない{formatCount(races)}
          レースで、1つの項目の値だけをでたらめに入れ替えました。数字はそれで下がった<a href="#skill">予測力</a>
          、かっこの中は運で動く幅
          <span className="keep">（95%区間）</span>です。
        </p>
      </div>
      {measurable.length === 0 ? (
        <p className="pad t14">1つで効果が測れた項目はありませんでした。</p>
      ) : (
        <>
          <h4>効いている{measurable.length}項目</h4>
          <Effects features={measurable.slice(0, OPEN)} most={most} />
          {measurable.length > OPEN && (
            <details className="fold">
              <summary>ほかの{measurable.length - OPEN}項目</summary>
              <Effects features={measurable.slice(OPEN)} most={most} />
            </details>
          )}
        </>
      )}
      {others.length > 0 && (
        <>
          <h4>効果が測れなかった{others.length}項目</h4>
          {others.length <= OPEN ? (
            <Names features={others} />
          ) : (
            <details className="fold">
              <summary>{others.length}項目を見る</summary>
              <Names features={others} />
            </details>
          )}
        </>
      )}
      <p className="pad t12 faint">
        似た項目は互いの代わりをするため、1つずつでは小さく出ます。モデルが頼りにする項目は、入れ替えると誤った手がかりになり、予測力より大きく下がることもあります。効果が測れない項目も、まとめて外せば成績が変わることがあります。
      </p>
    </section>
  );
}

function Effects({ features, most }: { features: readonly FeatureImportance[]; most: number }) {
  return (
    <ul className="effects">
      {features.map(({ name, fall, low, high }) => (
        <li key={name}>
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
      ))}
    </ul>
  );
}

function Names({ features }: { features: readonly FeatureImportance[] }) {
  return (
    <ul className="names">
      {features.map(({ name }) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** In the unit of 予測力, two decimals. */
function format(fall: number): string {
  return (fall * 100).toFixed(2);
}
