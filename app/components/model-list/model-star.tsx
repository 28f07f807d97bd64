/** Selects the model that analyses the next race from the home page. A form without script. */
export function ModelStar({ modelId, name, isDefault }: { modelId: number; name: string; isDefault: boolean }) {
  return (
    <form method="post" action="/models" className="star">
      <input type="hidden" name="intent" value="star" />
      <input type="hidden" name="model_id" value={modelId} />
      <button type="submit" name="star" value={isDefault ? "off" : "on"} aria-pressed={isDefault}>
        <span aria-hidden="true">{isDefault ? "★" : "☆"}</span>
        {isDefault ? "メインモデル" : "メインモデルにする"}
        <span className="sr">（{name}）</span>
      </button>
    </form>
  );
}
