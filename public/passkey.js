// Passkeys: asks the browser for what a place's `data-passkey` says (JSON of WebAuthn), and sends the answer with its form.
// Where this does not run, or the browser has no passkeys, these places stay hidden, and codes open the way.

const CANCELLED = "パスキーの操作を中止しました。もう一度押すと、やりなおせます。";
const KNOWN = "この端末のパスキーは、もう登録されています。";
const FAILED = "この端末ではパスキーを使えませんでした。";

/** Shows the places for passkeys, and hides what stands instead of them. */
export function offer() {
  if (!("PublicKeyCredential" in self)) return;
  for (const place of document.querySelectorAll("[data-passkey]")) place.hidden = false;
  for (const text of document.querySelectorAll("[data-no-passkey]")) text.hidden = true;
}

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const known = (credentials = []) => credentials.map((credential) => ({ ...credential, id: toBytes(credential.id) }));

// By hand, as many phones know neither parseRequestOptionsFromJSON nor toJSON.
async function ask({ challenge, user, ...asked }) {
  const publicKey = { ...asked, challenge: toBytes(challenge) };
  if (user === undefined) {
    return navigator.credentials.get({ publicKey: { ...publicKey, allowCredentials: known(asked.allowCredentials) } });
  }
  const excludeCredentials = known(asked.excludeCredentials);
  return navigator.credentials.create({
    publicKey: { ...publicKey, user: { ...user, id: toBytes(user.id) }, excludeCredentials },
  });
}

function describe({ id, rawId, type, response }) {
  const { clientDataJSON, attestationObject, authenticatorData, signature } = response;
  const parts = { clientDataJSON, attestationObject, authenticatorData, signature };
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return {
    id,
    rawId: toText(rawId),
    type,
    clientExtensionResults: {},
    response: {
      ...Object.fromEntries(present.map(([name, part]) => [name, toText(part)])),
      transports: response.getTransports?.(),
    },
  };
}

/** Says kindly what became of it; a user who has changed his mind has done nothing wrong. */
function explain({ name }) {
  if (name === "NotAllowedError" || name === "AbortError") return CANCELLED;
  return name === "InvalidStateError" ? KNOWN : FAILED;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const place = form.closest("[data-passkey]");
  const answer = form.elements.namedItem("answer");
  if (place === null || answer === null) return;
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  const said = form.querySelector("[data-said]");
  said.hidden = true;
  try {
    answer.value = JSON.stringify(describe(await ask(JSON.parse(place.dataset.passkey))));
    form.submit();
  } catch (error) {
    said.textContent = explain(error);
    said.hidden = false;
  }
  form.ariaBusy = null;
});

offer();
