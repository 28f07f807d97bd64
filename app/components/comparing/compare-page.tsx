import { Button } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatCount, formatDayCompact, formatSkill } from "#app/components/parts/numbers.ts";
import { EmptyState, Note, PageHead, Tag } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { SkillTerm } from "#app/components/reports/skill-ruler.tsx";
import { FEWEST_COMPARED, MOST_COMPARED, type ModelComparison } from "#app/domain/comparing/compare-models.ts";
import type { ComparedModel, ModelsCompared } from "#app/domain/views/models.ts";
import { Agreement, Differences, OneByOne, Splits } from "./compare-figures.tsx";
import { CompareReturns } from "./compare-returns.tsx";
import { compareVerdict, FEWEST_RACES, LETTERS } from "./compare-words.ts";

export function ComparePage({ compared }: { compared: ModelsCompared }) {
  const { kind, choices, asked, models, untrained, unrecorded, comparison } = compared;
  return (
    <>
      <PageHead title="モデルをくらべる" />
      {kind === "compared" && comparison !== null && <Verdict compared={compared} comparison={comparison} />}
      {kind === "too-many" && (
        <Note tone="warn">一度にくらべられるのは{MOST_COMPARED}モデルまでです。選び直してください。</Note>
      )}
      <LeftOut models={untrained}>作成が完了していないため、くらべられません。</LeftOut>
      <LeftOut models={unrecorded}>
        くらべるための記録を残す前につくられたモデルのため、くらべられません。同じ項目でつくり直すと、くらべられます。
      </LeftOut>
      {kind === "too-few" && asked.length > 0 && <Note>くらべるモデルを、2つ以上選んでください。</Note>}
      {kind === "compared" && comparison === null && (
        <Note tone="warn">
          会場の種類が違うなど、どのモデルも学習に使っていない同じレースがないため、くらべられません。
        </Note>
      )}
      {choices.length < FEWEST_COMPARED ? (
        <EmptyState action={{ to: "/models/create", label: "モデルをつくる" }}>
          作成が完了したモデルが2つになると、同じレースでくらべられます。
        </EmptyState>
      ) : (
        <ComparePicker compared={compared} />
      )}
      {kind === "compared" && comparison !== null && (
        <>
          {comparison.races >= FEWEST_RACES && comparison.models.some(({ difference }) => difference !== null) && (
            <Differences models={models} base={compared.base} comparison={comparison} />
          )}
          <CompareReturns models={models} base={compared.base} comparison={comparison} />
          <OneByOne models={models} comparison={comparison} />
          <SkillTerm />
          <div className="cols">
            <Agreement models={models} comparison={comparison} />
            <Splits comparison={comparison} />
          </div>
          <LuckOfBest comparison={comparison} />
          <p className="t12 faint">過去の成績は将来の結果を約束しません。</p>
        </>
      )}
    </>
  );
}

function Verdict({
  compared: { models, base },
  comparison,
}: {
  compared: ModelsCompared;
  comparison: ModelComparison;
}) {
  return (
    <div className="stack">
      <p className="verdict">
        {compareVerdict(models, comparison, base).map((sentence) => (
          <span key={sentence.map(({ text }) => text).join("")}>
            {sentence.map(({ text, isName }) => (
              <span key={text} className={isName ? "keep" : undefined}>
                {text}
              </span>
            ))}
          </span>
        ))}
      </p>
      <p className="t14 muted">
        どのモデルも学習に使っていない、同じレースで差を測りました。同じレースどうしで引き算するので、1モデルずつの区間が重なっていても差が分かることがあります。
      </p>
      <div className="row wrap">
        <Tag icon="flag">{formatCount(comparison.races)}レース</Tag>
        <Tag>
          {formatDayCompact(comparison.from)}〜{formatDayCompact(comparison.to)}
        </Tag>
        <Tag>{formatCount(comparison.days)}開催日</Tag>
      </div>
    </div>
  );
}

/** The gain by luck alone from choosing the best of several models. */
function LuckOfBest({ comparison: { models, luckOfBest, races } }: { comparison: ModelComparison }) {
  if (luckOfBest === null || luckOfBest * 100 < 0.05 || races < FEWEST_RACES) return null;
  return (
    <Note>
      {models.length}モデルから一番良いものを選ぶと、実力が同じでも、運だけで予測力は平均より
      {formatSkill(luckOfBest)}ほど高く見えます。ここの「上」「下」は、その分も考えて幅を広げて判定しています。
    </Note>
  );
}

function LeftOut({ models, children }: { models: readonly ComparedModel[]; children: string }) {
  if (models.length === 0) return null;
  return (
    <Note tone="warn">
      {models.map(({ name }) => `「${name}」`).join("")}は、{children}
    </Note>
  );
}

/** A GET form, so that the address contains the choice. */
function ComparePicker({ compared: { choices, asked, models, base } }: { compared: ModelsCompared }) {
  return (
    <form className="card pad stack" method="get" action="/models/compare">
      <fieldset className="stack">
        <legend className="label">くらべるモデル（2〜{MOST_COMPARED}モデル）</legend>
        <div className="pickset">
          {choices.map(({ modelId, name, venueType, featureCount }) => (
            <label className="check" key={modelId}>
              <input type="checkbox" name="m" value={modelId} defaultChecked={asked.includes(modelId)} />
              <span>
                <b>{name}</b>
                <small className="faint">
                  {VENUE_TYPE_WORDS[venueType]}・{featureCount}項目
                </small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="acts">
        {models.length > 1 && (
          <>
            <label className="t13 muted" htmlFor="base">
              基準にするモデル
            </label>
            <span className="select">
              <select className="input" id="base" name="base" defaultValue={models[base]?.modelId}>
                {models.map(({ modelId, name }, at) => (
                  <option key={modelId} value={modelId}>
                    {LETTERS[at]}　{name}
                  </option>
                ))}
              </select>
              <Icon name="down" />
            </span>
          </>
        )}
        <Button tone="primary">くらべる</Button>
      </div>
    </form>
  );
}
