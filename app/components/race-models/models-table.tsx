import { Fragment } from "react";
import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { OwnMarkShapes, OwnMarkSign } from "#app/components/fans/own-mark.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatIndex, formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import { SkillBar } from "#app/components/reports/skill-ruler.tsx";
import type { OwnMark } from "#app/domain/own-marks.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";
import type { ModelRow } from "./model-rows.ts";
import type { HorseOrder } from "./models-query.ts";
import { orderHead } from "./order-links.tsx";

const TONES: Record<number, string> = { 1: " one", 5: " five" };

/** A name may break between scripts: before and after katakana (ァ-ヶ, ー), and where kana (ぁ-ん) follow kanji (一-龠). */
const SCRIPT_CHANGE =
  /(?<=[^\u30a1-\u30f6\u30fc])(?=[\u30a1-\u30f6])|(?<=[\u30a1-\u30f6\u30fc])(?=[^\u30a1-\u30f6\u30fc])|(?<=[\u4e00-\u9fa0]{2})(?=[\u3041-\u3093]{2})/;

export function ModelsTable({
  models,
  rows,
  order,
}: {
  models: readonly RaceModel[];
  rows: readonly ModelRow[];
  order: HorseOrder;
}) {
  const isMany = models.length > 1;
  return (
    <div className="models-table-box">
      <div className={`card models-table${TONES[models.length] ?? ""}`} style={{ "--n": models.length }}>
        <div className="models-table-head">
          <span className="c0">{orderHead(order, isMany)}</span>
          {models.map((model) => (
            <ModelHead key={model.modelId} model={model} />
          ))}
          {isMany && <span className="c5">印の数</span>}
          {isMany && <span className="c6">平均勝率</span>}
        </div>
        {rows.some(({ ownMark }) => ownMark !== null) && <OwnMarkShapes />}
        <ol>
          {rows.map((row) => (
            <HorseRow key={row.horseNum} row={row} models={models} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function ModelHead({ model: { name, report, analysis } }: { model: RaceModel }) {
  return (
    <span className="cm">
      <b>
        {analysis !== null && (
          <Link to={`/analyses/${analysis.analysisId}`}>
            <span>
              {partsOf(name).map(({ part, from }) => (
                <Fragment key={from}>
                  {from > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
            </span>
          </Link>
        )}
      </b>
      {report !== null && (
        <>
          <SkillBar skill={report} />
          <small aria-hidden="true">
            <span>予測力</span> {formatSkill(report.pseudoR2)}
          </small>
        </>
      )}
    </span>
  );
}

/** The parts between which a name may break, each with its start. */
function partsOf(name: string): { part: string; from: number }[] {
  let from = 0;
  return name.split(SCRIPT_CHANGE).map((part) => {
    const start = from;
    from += part.length;
    return { part, from: start };
  });
}

function HorseRow({ row, models }: { row: ModelRow; models: readonly RaceModel[] }) {
  const { horseNum, bracketNum, horseName, ownMark, isOut, finish, cells, marks, mean } = row;
  return (
    <li className={isOut ? "out" : undefined}>
      <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
      <div className="who">
        <span className="row-name">
          <b>{horseName}</b>
          {ownMark !== null && <OwnMarkNote mark={ownMark} />}
          {finish !== null && <small className={finishTone(finish)}>{finishWords(finish)}</small>}
        </span>
        {models.length > 1 && (
          <span className="c5">
            <small>印 </small>
            <b>{marks}</b>/{models.length}
          </span>
        )}
        {models.length > 1 && (
          <span className="c6">
            {mean !== null && !isOut && (
              <>
                <small>平均 </small>
                <b>{(mean * 100).toFixed(1)}</b>%
              </>
            )}
          </span>
        )}
      </div>
      {models.map(({ modelId, name }, at) => {
        const cell = cells[at] ?? null;
        return (
          <span key={modelId} className={cell?.place === 1 && !isOut ? "cm top" : "cm"}>
            <span className="sr">{name}</span>
            <span className="by-name" aria-hidden="true">
              {name}
            </span>
            {cell === null || isOut ? (
              <span className="l1">–</span>
            ) : (
              <>
                <span className="l1">
                  {markOfPlace(cell.place) === null ? (
                    <span className="sr">印なし</span>
                  ) : (
                    <Mark kind={markOfPlace(cell.place)} />
                  )}
                  <b className={cell.score.index < 0 ? "neg" : undefined}>{formatIndex(cell.score.index)}</b>
                </span>
                {cell.score.probability !== null && <small>{formatPercent(cell.score.probability * 100)}</small>}
              </>
            )}
          </span>
        );
      })}
    </li>
  );
}

export function OwnMarkNote({ mark }: { mark: OwnMark }) {
  return (
    <small className="own">
      自分 <OwnMarkSign mark={mark} />
    </small>
  );
}

function finishTone({ position }: Finish): string {
  return position !== null && position <= 3 ? "fin in" : "fin";
}
