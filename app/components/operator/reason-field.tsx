import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";

/** Why something is done; goes into the log. */
export function ReasonField({ id }: { id: string }) {
  return (
    <div className="field">
      <label htmlFor={id}>理由（必須。操作の記録に残ります）</label>
      <input
        className="input"
        id={id}
        name="reason"
        required
        maxLength={REASON_MAX}
        placeholder="例：問い合わせ 4512"
      />
    </div>
  );
}
