import { Button } from "#app/components/parts/button.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { Section } from "#app/components/parts/parts.tsx";
import type { PushService } from "#app/domain/push-endpoint.ts";
import { PUSH_MESSAGES } from "#app/forms/notifications/push-words.ts";
import { DEVICES_PATH, type PushDevice } from "./push-registration.ts";
import { PushSwitch } from "./push-switch.tsx";

/** By push service, the only known fact about a browser. */
const BROWSERS: Record<PushService, string> = {
  google: "Chromeなど（Googleの通知サービス）",
  mozilla: "Firefox（Mozillaの通知サービス）",
  apple: "Safari（Appleの通知サービス）",
  microsoft: "Edge（Microsoftの通知サービス）",
  other: "その他のブラウザー",
};

/** `pushKey` is null if the site offers no push. */
export function PushSection({ pushKey, devices }: { pushKey: string | null; devices: readonly PushDevice[] }) {
  return (
    <Section title="プッシュ通知が届く端末">
      {pushKey === null ? <p>{PUSH_MESSAGES.notOffered}</p> : <PushSwitch publicKey={pushKey} devices={devices} />}
      <DeviceList devices={devices} />
    </Section>
  );
}

function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  if (devices.length === 0) return null;
  return (
    <ul className="card devices">
      {devices.map(({ id, service, addedOn }) => (
        <li key={id}>
          <span className="grow">
            <b>{BROWSERS[service]}</b>
            <small>{formatDay(addedOn)}から</small>
          </span>
          <form method="post" action={DEVICES_PATH}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button>
              外す
              <span className="sr">
                {BROWSERS[service]}、{formatDay(addedOn)}から
              </span>
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
