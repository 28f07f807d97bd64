import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { AUDIT_ACTIONS, type AuditEntry } from "#app/domain/operations/audit-actions.ts";
import { formatInstant } from "./operator-words.ts";

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="pad t13 muted">記録はまだありません。</p>;
  return (
    <table className="tbl left wraps stackt">
      <caption className="sr">操作の記録</caption>
      <TableHead words={["いつ", "だれが", "何を", "理由"]} />
      <tbody>
        {entries.map(({ id, at, staffName, action, subject, reason }) => (
          <tr key={id}>
            <th scope="row" className="nb">
              {formatInstant(at)}
            </th>
            <td className="endr">{staffName ?? "コマンド"}</td>
            <td className="full">
              {AUDIT_ACTIONS[action]}
              {subject !== "" && <span className="mono">　{subject}</span>}
            </td>
            <td className="full muted">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
