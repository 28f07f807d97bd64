/** A plain form, so that a search has a URL. */
export function NameSearchForm({ text = "" }: { text?: string }) {
  return (
    <form className="name-search" method="get" action="/search">
      <label className="label" htmlFor="name-search">
        馬名・レース名・騎手名
      </label>
      <div>
        <input
          className="input"
          id="name-search"
          name="q"
          type="search"
          defaultValue={text}
          maxLength={40}
          enterKeyHint="search"
          autoComplete="off"
        />
        <button className="btn primary" type="submit">
          さがす
        </button>
      </div>
    </form>
  );
}
