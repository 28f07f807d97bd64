import { Progress } from "#app/components/parts/parts.tsx";
import { LEARNING_SHARE } from "#app/domain/learning/model-status.ts";

export function CreatingProgress({ progress, elapsed }: { progress: number | null; elapsed: number }) {
  return (
    <div className="stack">
      <Progress share={progress} label="作成の進み" startedSecondsAgo={elapsed} />
      <p className="t13 muted row">
        <span className="grow">{stepWords(progress)}</span>
        <span className="num">{formatLeft(progress, elapsed)}</span>
      </p>
    </div>
  );
}

function stepWords(progress: number | null): string {
  if (progress === null) return "順番を待っています";
  return progress < LEARNING_SHARE ? "過去のレースから学んでいます" : "成績を確かめています";
}

/** あと約20秒, estimated from the progress; "" while there is too little, and over an hour: an old model is made anew. */
export function formatLeft(progress: number | null, elapsed: number): string {
  if (progress === null || progress < 0.05) return "";
  const left = (elapsed * (1 - progress)) / progress;
  if (left <= 0 || left > 3600) return "";
  return `あと約${left < 60 ? `${Math.max(5, Math.ceil(left / 5) * 5)}秒` : `${Math.ceil(left / 60)}分`}`;
}
