import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import type { UndoForm as UndoFields } from "#app/forms/operator/console.server.ts";
import { ReasonField, Row } from "./operator-parts.tsx";

export type UndoState =
  | { kind: "possible"; races: number; brought: number }
  | { kind: "built-on"; obstacles: readonly { importId: number | null; races: number; raceId: string }[] }
  | { kind: "refused"; reason: string; undoId?: number };

const REFUSALS: Partial<Record<string, string>> = {
  "is-undo": "この取り込みは、ほかの取り込みの取り消しです。もう一度反映するには、もとのファイルを取り込みなおします。",
  "not-kept":
    "取り消せません。ファイル（CSV）の取り込みの前の内容は30日間だけ残します。レコードは、新しいレコードが届けば置きかわるため残しません。前に戻すには、正しいファイルやレコードを取り込みなおします。",
  "not-over": "反映が終わると、ここで取り消せます。",
};

const COMMON = "利用者の分析は、取り込みや取り消しでは変わりません。特徴量と成績の計算は自動で行います。";

interface UndoFormParts {
  importId: number;
  form: FormMetadata<UndoFields>;
  reason: FieldMetadata<string>;
}

export function UndoSection({ undo, ...parts }: UndoFormParts & { undo: UndoState }) {
  return (
    <section className="card pad stack" id="undo">
      <h2>取り消し</h2>
      {undo.kind === "possible" && <UndoForm {...parts} {...undo} />}
      {undo.kind === "built-on" && <Obstacles obstacles={undo.obstacles} />}
      {undo.kind === "refused" &&
        (undo.undoId === undefined ? (
          <p>{REFUSALS[undo.reason] ?? "この取り込みは何も変えていません。"}</p>
        ) : (
          <p>
            <a href={`/admin/imports/${undo.undoId}`}>取り込み {undo.undoId}</a> で取り消しました。
          </p>
        ))}
    </section>
  );
}

function UndoForm({ importId, form, reason, races, brought }: UndoFormParts & { races: number; brought: number }) {
  return (
    <>
      <p>
        {effect({ races, brought })}
        {COMMON}
      </p>
      <form {...getFormProps(form)} className="stack" method="post" action={`/admin/imports/${importId}`}>
        <ReasonField meta={reason} />
        <div className="btns">
          <Button tone="danger">取り消しに進む</Button>
        </div>
      </form>
    </>
  );
}

export function ConfirmUndo({ importId, undo, form, reason }: UndoFormParts & { undo: UndoState }) {
  if (undo.kind !== "possible") return null;
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action={`/admin/imports/${importId}`}>
      <h2>取り込み {importId} を取り消しますか</h2>
      <p>{effect(undo)}</p>
      <p>
        消すレースを利用者が分析していたときは、消さずに中止として隠し、分析の回数を戻します。この取り消しは取り消せません。
      </p>
      <p>理由：{reason.value}</p>
      <HiddenField meta={reason} value={reason.value} />
      <input type="hidden" name="confirmed" value="1" />
      <div className="btns">
        <Button tone="danger">取り消す</Button>
        <LinkButton to={`/admin/imports/${importId}`}>やめる</LinkButton>
      </div>
    </form>
  );
}

function effect({ races, brought }: { races: number; brought: number }): string {
  if (races === brought) return `加えた${formatCount(brought)}レースを消します。`;
  const changed = `変えた${formatCount(races - brought)}レースを前の内容に戻します。`;
  return brought === 0 ? changed : `加えた${formatCount(brought)}レースを消し、${changed}`;
}

function Obstacles({ obstacles }: { obstacles: Extract<UndoState, { kind: "built-on" }>["obstacles"] }) {
  return (
    <>
      <Note tone="warn">
        <b>いまは取り消せません。</b>
        あとから同じレースを変えたものがあります。先にそちらを取り消すか、正しいファイルを取り込みなおします。
      </Note>
      <ul className="rowsx">
        {obstacles.map(({ importId, races, raceId }) => (
          <Row
            key={importId ?? raceId}
            name={
              importId === null ? (
                "レコード、または同じ番号の別のレース"
              ) : (
                <a href={`/admin/imports/${importId}`}>取り込み {importId}</a>
              )
            }
            hint={`${raceId} など`}
          >
            <span>{formatCount(races)}レース</span>
          </Row>
        ))}
      </ul>
    </>
  );
}
