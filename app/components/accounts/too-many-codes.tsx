import { Note } from "#app/components/parts/parts.tsx";

/** Instead of a form behind a link that is not good, for who has tried too many of them. */
export function TooManyCodes({ title, text }: { title: string; text: readonly string[] }) {
  return (
    <div className="narrow">
      <h1>{title}</h1>
      <Note tone="danger">{text}</Note>
    </div>
  );
}
