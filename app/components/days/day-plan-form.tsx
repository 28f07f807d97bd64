import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { Fact, Note } from "#app/components/parts/parts.tsx";
import { UpgradeHint } from "#app/components/parts/upgrade-hint.tsx";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import { leftName, overWords, type PlannedVenue } from "./day-plan-words.ts";

export interface DayPlanData {
  date: string;
  models: { modelId: number; name: string; note: string }[];
  modelId: number;
  readsWeights: boolean;
  venues: PlannedVenue[];
  /** Races of the chosen courses that would count. */
  toCount: number;
  words: string[];
  left: AnalysesLeft | null;
  /** The races by name, the main ones ticked, if more are chosen than are left; else null. */
  named: { raceId: string; label: string; isTicked: boolean }[] | null;
  formKey: string;
  refusal: string | null;
  /** Restricted mode allows no confirmation. */
  restricted: string | null;
}

const FORM_ID = "analyse-day";

/** まとめて分析: courses, model and cost, before anything is spent. */
export function DayPlanForm({ plan }: { plan: DayPlanData }) {
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const { date, modelId, toCount, left, named, restricted } = plan;
  const path = `/days/${date}/analyze`;
  const canConfirm = toCount > 0 && (left === null || left.left > 0);
  /** Another choice has other figures. Without script 表示を更新 loads them. */
  const restate = (form: HTMLFormElement) => {
    const sent = new FormData(form);
    const query = new URLSearchParams([["chosen", "1"]]);
    query.set("model", String(sent.get("model_id")));
    for (const venue of sent.getAll("venue")) query.append("venue", String(venue));
    submit(query, { action: path, replace: true, preventScrollReset: true });
  };
  return (
    <Dialog
      title={`${formatMonthDay(date)}をまとめて分析`}
      closeTo={`/days/${date}?model=${modelId}`}
      action={
        canConfirm && (
          <Button tone="primary" form={FORM_ID} disabled={isSending || restricted !== null}>
            まとめて分析する
          </Button>
        )
      }
    >
      {plan.refusal !== null && <Note tone="danger">{plan.refusal}</Note>}
      {restricted !== null && <Note tone="warn">{restricted}</Note>}
      <Form method="post" action={path} id={FORM_ID} className="dayform" style={{ "--left": left?.left ?? 0 }}>
        <input type="hidden" name="form_key" value={plan.formKey} />
        <input type="hidden" name="stated" value={toCount} />
        <fieldset className="vset">
          <legend className="label">競馬場</legend>
          {plan.venues.map((venue) => (
            <label className="check cc" key={venue.venue}>
              <input
                type="checkbox"
                name="venue"
                value={venue.venue}
                style={{ "--n": venue.toCount }}
                defaultChecked={venue.isChosen}
                onChange={({ currentTarget: { form } }) => form !== null && restate(form)}
              />
              <span className="grow">
                <b>{venue.venue}</b>
                <small>{venue.meeting}</small>
              </span>
              <span className="t13 muted">{venue.times}</span>
              <b className="t14">{venue.races}R</b>
              {venue.toCount !== venue.races && <span className="t12 muted">使うのは{venue.toCount}回</span>}
            </label>
          ))}
        </fieldset>
        <fieldset className="vset">
          <legend className="label">モデル</legend>
          {plan.models.map((model) => (
            <label className="check cc" key={model.modelId}>
              <input
                type="radio"
                name="model_id"
                value={model.modelId}
                defaultChecked={model.modelId === modelId}
                onChange={({ currentTarget: { form } }) => form !== null && restate(form)}
              />
              <span className="grow">
                <b>{model.name}</b>
                <small>{model.note}</small>
              </span>
            </label>
          ))}
          {plan.readsWeights && (
            <p className="t13 muted">馬体重を使うモデルです。発表前のレースは、発表を待って分析します。</p>
          )}
        </fieldset>
        <p>
          {/* Reloads the figures for the choice; nothing is analysed. */}
          <Button tone="text" formMethod="get" name="chosen" value="1">
            選んだ内容で表示を更新
          </Button>
        </p>
        <Stated plan={plan} />
        {named !== null && <NamedRaces named={named} />}
      </Form>
      <p className="t13 muted">
        発走前に終えた分だけが成績に入ります。できなかったレースと、止めたレースの回数は戻します。
      </p>
    </Dialog>
  );
}

/**
 * The number of counting races, and the rest before and after. Without script the stylesheet counts the ticked courses
 * (`ticked`).
 */
function Stated({ plan: { toCount, left, words, named } }: { plan: DayPlanData }) {
  const isOver = left !== null && toCount > left.left;
  return (
    <div className="stack" role="status">
      <dl className="calc">
        <Fact name="使う分析回数">
          {isOver ? (
            left.left
          ) : (
            <>
              <span className="told">{toCount}</span>
              <span className="ticked" />
            </>
          )}
          <small>{isOver ? `回まで（対象は${toCount}レース）` : "回"}</small>
        </Fact>
        {left !== null && (
          <Fact name={leftName(left)}>
            {isOver ? (
              left.left
            ) : (
              <>
                <span className="told">
                  {toCount > 0 && (
                    <>
                      <span className="old">{left.left}</span> →{" "}
                    </>
                  )}
                  {left.left - toCount}
                </span>
                <span className="ticked rest">
                  <span className="old">{left.left}</span> →{" "}
                </span>
              </>
            )}
            <small>回</small>
          </Fact>
        )}
      </dl>
      {isOver && (
        <Note tone="warn">
          {overWords(left.left, toCount)}。
          {named !== null && `重賞と後半のレースから${left.left}レースを選んであります。`}
          <UpgradeHint />
        </Note>
      )}
      {toCount === 0 && <Note>選んだ競馬場に、分析回数を使うレースはありません。</Note>}
      {words.length > 0 && (
        <ul className="plainlist">
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NamedRaces({ named }: { named: NonNullable<DayPlanData["named"]> }) {
  return (
    <fieldset className="vset">
      <legend className="label">分析するレース</legend>
      <input type="hidden" name="named" value="1" />
      {named.map(({ raceId, label, isTicked }) => (
        <label className="check cc" key={raceId}>
          <input type="checkbox" name="race" value={raceId} defaultChecked={isTicked} />
          <span className="grow">{label}</span>
        </label>
      ))}
      <p className="t13">
        選んだレース <b className="ticked" />
      </p>
    </fieldset>
  );
}
