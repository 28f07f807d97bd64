import { CREATION_TIME, KIND_WORDS } from "#app/components/models/model-words.ts";
import { Button } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { AVERAGE_KINDS } from "#app/domain/features/choice.ts";

/** From this limit on, as good as none, the meter has no bar. */
const METER_HIDDEN_FROM = 200;

export function formatRest(count: number, limit: number): string {
  return count > limit ? `${count - limit}項目オーバー` : `残り${limit - count}項目選択可能です`;
}

/**
 * The dock below the create form. The stylesheet counts the visible numbers; the sentence for screen readers is
 * rendered here and again by the form's script.
 */
export function ModelMeter({
  count,
  limit,
  creationsLeft,
  errors,
}: {
  count: number;
  limit: number;
  creationsLeft: string;
  errors: readonly { id: string; text: string }[];
}) {
  const [first] = errors;
  const isShown = limit < METER_HIDDEN_FROM;
  return (
    <aside className="meter" aria-label="選んだ項目の数">
      <p className="meter-line" role="status">
        {isShown && <span className="rest" aria-hidden="true" />}
        <span className="used" aria-hidden="true" />
        <span className="faint" aria-hidden="true">
          {isShown ? `/ ${limit}` : "項目"}
        </span>
        <span className="sr">{isShown ? `${formatRest(count, limit)}（${count} / ${limit}）` : `${count}項目`}</span>
      </p>
      {isShown && (
        <div className="meter-bar" aria-hidden="true">
          <i />
        </div>
      )}
      <ul className="picked" aria-hidden="true">
        <li>
          <span>そのまま使う項目</span>
          <b className="ts" />
        </li>
        {AVERAGE_KINDS.map((kind, index) => (
          <li key={kind}>
            <span>{KIND_WORDS[kind].name}</span>
            <b className={`t${index}`} />
          </li>
        ))}
      </ul>
      {first !== undefined && (
        <a
          className="meter-err"
          href={`#${first.id}`}
          onClick={(event) => {
            // A new address would drop the answer and the typed values.
            event.preventDefault();
            const place = document.getElementById(first.id);
            place?.scrollIntoView({ block: "center" });
            place?.focus();
          }}
        >
          <Icon name="warning" />
          {first.text}
          {errors.length > 1 && `（ほか${errors.length - 1}か所）`}
        </a>
      )}
      <div className="go">
        <Button tone="primary" size="big" full name="intent" value="confirm">
          この内容でつくる
        </Button>
      </div>
      <p className="t12 faint picked">
        作成は{CREATION_TIME}
        {creationsLeft}
      </p>
    </aside>
  );
}
