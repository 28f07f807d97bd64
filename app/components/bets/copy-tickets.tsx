import { useState } from "react";
import { Button } from "#app/components/parts/button.tsx";

/** Hidden without script, where the text can be selected by hand. */
export function CopyTickets({ within }: { within: string }) {
  const [status, setStatus] = useState("");
  async function copy() {
    setStatus("");
    const texts = [...document.querySelectorAll<HTMLElement>(`#${within} pre`)];
    const shown = texts.find((text) => text.offsetParent !== null);
    if (shown === undefined) return;
    try {
      await navigator.clipboard.writeText(shown.innerText);
      setStatus("コピーしました");
    } catch {
      // The browser forbids copying: select the text instead.
      window.getSelection()?.selectAllChildren(shown);
      setStatus("コピーできませんでした。上の文を選んでコピーしてください。");
    }
  }
  return (
    <div className="copy">
      <Button type="button" onClick={copy}>
        コピー
      </Button>
      <p role="status" className="t13">
        {status}
      </p>
    </div>
  );
}
