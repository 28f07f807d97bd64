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

/** A longer estimate means that it waited in the queue, or that an old model is made anew. */
const LONGEST_ESTIMATE_SECONDS = 3600;

/** あと約20秒, estimated from the progress; "" while there is too little. */
export function formatLeft(progress: number | null, elapsed: number): string {
  if (progress === null || progress < 0.05 || progress >= 1) return "";
  const left = (elapsed * (1 - progress)) / progress;
  if (left > LONGEST_ESTIMATE_SECONDS) return "";
  if (left < 60) return `あと約${Math.max(5, Math.ceil(left / 5) * 5)}秒`;
  return `あと約${Math.ceil(left / 60)}分`;
}
