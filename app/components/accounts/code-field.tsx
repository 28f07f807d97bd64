/** A code of the authenticator app, or a recovery code. */
export function CodeField({ id, isOfApp = false }: { id: string; isOfApp?: boolean }) {
  return (
    <div className="field">
      <label htmlFor={id}>認証アプリの6桁のコード</label>
      {!isOfApp && (
        <p className="hint" id={`${id}-hint`}>
          アプリを使えないときは、回復コードを1つ入力します
        </p>
      )}
      <input
        className="input"
        id={id}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={isOfApp ? "numeric" : "text"}
        spellCheck={false}
        maxLength={64}
        aria-describedby={isOfApp ? undefined : `${id}-hint`}
        required
      />
    </div>
  );
}
