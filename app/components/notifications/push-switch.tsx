import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/parts/button.tsx";
import { findEndpoint, isPushBlocked, isPushSupported, type PushDevice, turnOff, turnOn } from "./push-registration.ts";

type PushState = "unknown" | "unsupported" | "blocked" | "off" | "on";

/** Requests the permission and registers the service worker only after a tap. */
export function PushSwitch({ publicKey, devices }: { publicKey: string; devices: readonly PushDevice[] }) {
  const [state, setState] = useState<PushState>("unknown");
  const [isWorking, setWorking] = useState(false);
  const [said, setSaid] = useState("");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isOver = false;
    readState(devices).then((found) => {
      if (!isOver) setState(found);
    });
    return () => {
      isOver = true;
    };
  }, [devices]);

  const press = async () => {
    if (isWorking) return;
    setWorking(true);
    setSaid("");
    const wrong = await (state === "on" ? turnOff() : turnOn(publicKey));
    setSaid(wrong ?? (state === "on" ? "この端末への通知を止めました" : "この端末に通知が届くようになりました"));
    setWorking(false);
    if (wrong === null) revalidate();
    else setState(await readState(devices));
  };

  return (
    <div className="card pad stack">
      <p className="needs-script">
        この端末への通知にはJavaScriptが必要です。メールでの通知は、JavaScriptがなくても使えます。
      </p>
      {STATE_WORDS[state].map((words) => (
        <p key={words}>{words}</p>
      ))}
      {(state === "off" || state === "on") && (
        <div className="btns">
          <Button type="button" onClick={press} aria-disabled={isWorking}>
            {state === "on" ? "この端末への通知を止める" : "この端末に通知を届ける"}
          </Button>
        </div>
      )}
      <p aria-live="polite">{said}</p>
    </div>
  );
}

const STATE_WORDS: Record<PushState, readonly string[]> = {
  unknown: [],
  unsupported: [
    "このブラウザーは、端末への通知に対応していません。メールでの通知をお使いください。",
    "iPhoneとiPadでは、ホーム画面に追加したアイコンから開くと使えます。",
  ],
  blocked: [
    "ブラウザーの設定で、このサイトの通知が止められています。設定で許可してから、このページを開き直してください。",
  ],
  off: ["この端末には届きません。ボタンを押すと、ブラウザーが通知の許可を求めます。"],
  on: ["この端末に通知が届きます。"],
};

async function readState(devices: readonly PushDevice[]): Promise<PushState> {
  if (!isPushSupported()) return "unsupported";
  if (isPushBlocked()) return "blocked";
  const endpoint = await findEndpoint().catch(() => null);
  return devices.some((device) => device.endpoint === endpoint) ? "on" : "off";
}
