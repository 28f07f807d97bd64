import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { BET_NAMES, formatRate } from "#app/components/reports/report-words.ts";
import { verdictOf } from "#app/domain/comparing/paired-difference.ts";
import { type BesideParent, luckOfTries, type NotMeasured } from "#app/domain/comparing/parent-and-child.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { ModelDetail } from "#app/domain/views/models.ts";
import { CHILD_WORDS, differenceScale, formatDifference, formatPoints, RETURNS_SPREAD } from "./compare-words.ts";
import { DifferenceRow } from "./difference-row.tsx";

type Measured = Extract<BesideParent, { kind: "measured" }>;

const NOT_MEASURED: Record<NotMeasured, string> = {
  "parent-untrained": "引き継ぎ元の作成が終わっていないため、くらべられません。終わると、ここに出ます。",
  "parent-without-races":
    "引き継ぎ元は、くらべるための記録を残す前につくられたモデルのため、くらべられません。引き継ぎ元と同じ項目でつくり直したモデルからは、くらべられます。",
  "no-common-races": "会場の種類が違うなど、引き継ぎ元と同じレースがないため、くらべられません。",
  "too-few-days": "同じレースが8開催日に足りないため、まだくらべられません。",
};

export function ParentSection({
  model: { name, status, ancestors, besideParent },
}: {
  model: Pick<ModelDetail, "name" | "status" | "ancestors" | "besideParent">;
}) {
  const [parent] = ancestors;
  if (parent === undefined) return null;
  return (
    <>
      <div className="pad stack">
        <ol className="line-of" aria-label="系統">
          {ancestors.toReversed().map((each) => (
            <li key={each.modelId}>
              {each.isDeleted ? `${each.name}（削除ずみ）` : <a href={`/models/edit/${each.modelId}`}>{each.name}</a>}
            </li>
          ))}
          <li aria-current="true">
            <b>{name}</b>
          </li>
        </ol>
        {besideParent?.kind === "measured" ? (
          <p className="t13 muted">
            引き継ぎ元（{parent.featureCount}項目）と、どちらも学習に使っていない同じ
            <span className="keep">{formatCount(besideParent.races)}レース</span>での差です。まんなかの線が「同じ」、
            右が良くなった側です。{triesText(besideParent)}
          </p>
        ) : (
          <p className="t13 muted">{reasonText(status, besideParent)}</p>
        )}
      </div>
      {besideParent?.kind === "measured" && (
        <ul className="differences">
          <DifferenceRow
            name={
              <>
                予測力
                <small>
                  {formatSkill(besideParent.parentPseudoR2)} → {formatSkill(besideParent.pseudoR2)}
                </small>
              </>
            }
            label="予測力の差"
            words={CHILD_WORDS}
            measured={besideParent}
            scale={differenceScale([besideParent])}
          />
          {besideParent.returns !== null && <ReturnRows returns={besideParent.returns} />}
        </ul>
      )}
      {besideParent?.kind === "measured" && (
        <p className="pad t12 faint">
          {besideParent.returns === null
            ? "収支を残す前につくられたモデルとは、回収率をくらべられません。"
            : `回収率も同じレースでくらべています。${RETURNS_SPREAD}`}
        </p>
      )}
    </>
  );
}

/** おやより予測力+0.46（運で動く幅 +0.19〜+0.75）。 */
export function parentWords({
  status,
  ancestors,
  besideParent,
}: Pick<ModelDetail, "status" | "ancestors" | "besideParent">) {
  if (besideParent?.kind !== "measured") return reasonText(status, besideParent);
  const [difference, low, high] = [besideParent.difference, besideParent.low, besideParent.high].map(formatDifference);
  return `${ancestors[0]?.name}より予測力${difference}（運で動く幅 ${low}〜${high}）。${CHILD_WORDS[verdictOf(besideParent)]}。`;
}

function ReturnRows({ returns }: { returns: NonNullable<Measured["returns"]> }) {
  const scale = differenceScale(BET_TYPES.map((betType) => returns[betType]));
  return BET_TYPES.map((betType) => {
    const { baseRate, rate } = returns[betType];
    const label = `${BET_NAMES[betType]}の回収率`;
    return (
      <DifferenceRow
        key={betType}
        name={
          <>
            {label}
            <small>
              {formatRate(baseRate)} → {formatRate(rate)}
            </small>
          </>
        }
        label={`${label}の差`}
        words={CHILD_WORDS}
        measured={returns[betType]}
        scale={scale}
        format={formatPoints}
        unit="pt"
      />
    );
  });
}

/** With many tries one looks better by luck, so a later try needs more. */
function triesText(measured: Measured): string {
  const luck = luckOfTries(measured);
  if (luck === null) return "1回目の試作です。";
  return `あなたの${measured.tries}回目の試作です。差のないモデルを${measured.tries}回つくっても、いちばん良いものには運だけで${formatDifference(luck)}の差が出ます。そのぶん、運で動く幅を広げて判定しています。`;
}

function reasonText(status: number, besideParent: BesideParent | null): string {
  if (besideParent?.kind === "not-measured") return NOT_MEASURED[besideParent.reason];
  if (status === ModelStatus.creating) return "作成が終わると、引き継ぎ元との差が出ます。";
  if (status === ModelStatus.failed) return "作成できなかったため、くらべられません。";
  return "検証できるレースがなかったため、くらべられません。";
}
