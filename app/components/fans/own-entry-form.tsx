import { Button } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { NOTE_MAX, type OwnMark } from "#app/domain/own-marks.ts";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";
import { MarkField, OwnMarkSign } from "./own-mark.tsx";

export interface OwnEntry {
  mark: OwnMark | null;
  /** Empty without a note. */
  note: string;
  notedOn: string;
}

export interface EntryForms {
  /** The page's address; it has the row of the horse. */
  page: string;
  /** Saves without leaving the page (own-entry-saving.ts). */
  saving: string;
  isLocked: boolean;
  /** The horse whose entries were saved last, and the words for it. */
  saved: { horseNum: number; words: string } | null;
}

/**
 * Own mark and note on a card. Rendered by the loader, without conform; {@link RefusedEntry} shows refused entries as
 * typed.
 */
export function OwnEntryForm({
  horse,
  entry,
  forms: { page, saving, isLocked, saved },
  view,
}: {
  horse: { horseId: string; horseNum: number; horseName: string };
  entry: OwnEntry;
  forms: EntryForms;
  view: "list" | "table";
}) {
  return (
    <form
      className="own-entry"
      method="post"
      action={page}
      data-saving={saving}
      // Without the browser's remembered value: a choice is saved if it differs from the page's.
      autoComplete="off"
      aria-label={`${horse.horseName}の印とメモ`}
    >
      <input type="hidden" name="parts" value={isLocked ? "note" : "mark-note"} />
      <input type="hidden" name="horse_id" value={horse.horseId} />
      <input type="hidden" name="horse_num" value={horse.horseNum} />
      <input type="hidden" name="horse_name" value={horse.horseName} />
      <input type="hidden" name="view" value={view} />
      {isLocked ? (
        <p className="locked">
          自分の印 <OwnMarkSign mark={entry.mark} />
          <small>{OWN_MESSAGES.locked}</small>
        </p>
      ) : (
        <MarkField
          inputOf={(value) => ({ type: "radio", name: "mark", value, defaultChecked: (entry.mark ?? "") === value })}
        />
      )}
      <label className="memo">
        <span>
          メモ<small>{entry.notedOn === "" ? "次に走るときもここに出ます" : `${entry.notedOn}のメモ`}</small>
        </span>
        <textarea className="input" name="note" rows={2} maxLength={NOTE_MAX} defaultValue={entry.note} />
      </label>
      <div className="row">
        <Button>{isLocked ? "メモを保存" : "印とメモを保存"}</Button>
        <span className="said" role="status">
          {saved?.horseNum === horse.horseNum && saved.words}
        </span>
        {view === "list" && (
          <Link className="tapl" to={`/horses/${encodeURIComponent(horse.horseId)}`}>
            馬のページ
          </Link>
        )}
      </div>
    </form>
  );
}
