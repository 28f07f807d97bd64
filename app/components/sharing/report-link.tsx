export function ReportLink({ path }: { path: string }) {
  return (
    <p className="t12">
      <a className="tapl" rel="nofollow" href={`/share/report?page=${path}`}>
        このページを報告する
      </a>
    </p>
  );
}
