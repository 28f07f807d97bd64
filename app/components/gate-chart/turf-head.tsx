import type { ReactNode } from "react";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { Grade } from "#app/domain/racing/race.ts";

/** The dark head of a page about one race: place and facts, name, how the forecast is recorded, its model, the chart. */
export function TurfHead({
  place,
  facts,
  grade,
  name,
  level: Heading,
  record,
  model,
  children,
}: {
  place: string;
  facts: readonly string[];
  grade: Grade | null;
  name: string;
  level: "h1" | "h2";
  record: ReactNode;
  model: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="turf-head">
      <p className="kick">
        <b>{place}</b>
        <span>{facts.join("　")}</span>
      </p>
      <div className="title-line">
        <Heading>
          <GradeBadge grade={grade} />
          {name}
        </Heading>
        {record}
      </div>
      <p className="made-by">{model}</p>
      {children}
    </section>
  );
}
