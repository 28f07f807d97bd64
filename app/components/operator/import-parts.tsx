import { formatCount } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { ImportSummary } from "#app/domain/operations/site-status.ts";
import { Row, RowsCard } from "./operator-parts.tsx";
import { formatBytes } from "./operator-words.ts";

type Counts = Pick<ImportSummary, (typeof COUNTS)[number]["key"]>;

const COUNTS = [
  { key: "added", name: "新規" },
  { key: "changed", name: "更新" },
  { key: "unchanged", name: "同じ" },
  { key: "skipped", name: "対象外" },
  { key: "keptAside", name: "取り置き" },
  { key: "errorCount", name: "拒否" },
] as const;

export function ImportCounts({ record }: { record: Counts }) {
  return (
    <dl className="card cells six">
      {COUNTS.map(({ key, name }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd className="n">
            {formatCount(record[key])}
            <small>行</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ImportFiles({ files }: { files: readonly { name: string; bytes: number }[] }) {
  return (
    <RowsCard title="ファイル" level="h2" none="ファイルはありません（レコードの受信など）">
      {files.map(({ name, bytes }) => (
        <Row key={name} name={name}>
          <span>{formatBytes(bytes)}</span>
        </Row>
      ))}
    </RowsCard>
  );
}

/** In the words that the import command prints too. */
export function RefusedRows({
  errors,
  errorCount,
}: {
  errors: readonly { file: string; line: number; field: string; reason: string }[];
  errorCount: number;
}) {
  if (errors.length === 0) {
    return (
      <section className="card pad stack">
        <h2>拒否した行</h2>
        <p className="t13 muted">拒否 0件</p>
      </section>
    );
  }
  return (
    <section className="card clip">
      <div className="pad stack">
        <h2>拒否した行</h2>
        <p className="t13 muted">
          {formatCount(errorCount)}件{errorCount > errors.length && `（はじめの${errors.length}件を出しています）`}
          。理由は取り込みの記録のままです。
        </p>
      </div>
      <table className="tbl left wraps stackt">
        <caption className="sr">拒否した行と理由</caption>
        <TableHead words={["行", "ファイル", "項目", "理由"]} />
        <tbody>
          {errors.map(({ file, line, field, reason }) => (
            <tr key={`${file} ${line} ${field} ${reason}`}>
              <th scope="row" className="nb">
                行 {line}
              </th>
              <td className="endr">{file}</td>
              <td>
                <span className="mono">{field}</span>
              </td>
              <td className="full" lang="en">
                {reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function ImportNotices({ notices, noticeCount }: { notices: readonly string[]; noticeCount: number }) {
  if (notices.length === 0) return null;
  return (
    <RowsCard title={`気づいたこと ${formatCount(noticeCount)}件`} level="h2">
      {notices.map((notice) => (
        <li key={notice} lang="en">
          <span>{notice}</span>
        </li>
      ))}
    </RowsCard>
  );
}
