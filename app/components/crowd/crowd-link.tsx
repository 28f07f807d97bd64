export function CrowdLink({ raceId }: { raceId: string }) {
  return (
    <p className="btns">
      <a className="btn" href={`/races/${encodeURIComponent(raceId)}/crowd`}>
        みんなのAIの印と勝率
      </a>
    </p>
  );
}
