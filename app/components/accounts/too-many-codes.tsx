import { Note } from "#app/components/parts/parts.tsx";

/** Shown instead of the page of a bad link to a client that has tried too many codes. */
export function TooManyCodes({ title, text }: { title: string; text: readonly string[] }) {
  return (
    <div className="narrow">
      <h1>{title}</h1>
      <Note tone="danger">{text}</Note>
    </div>
  );
}
