import { expect, test } from "vitest";
import { BUSY, createTurns, NOBODYS_HASH } from "#app/adapters/password-hash.server.ts";
import { COMMON_ENDINGS, COMMON_PASSWORDS, COMMON_WORDS } from "#app/domain/accounts/common-passwords.ts";
import { isWeakPassword } from "#app/domain/accounts/weak-passwords.ts";
import { createTestHasher } from "#test/integration/support/test-hasher.ts";

const hasher = createTestHasher();

test("a hash matches its password, whatever the characters, and no other", { tags: "full" }, async () => {
  for (const password of ["correct horse", "日本語のパスワード", "with\0nul and more", "x".repeat(256)]) {
    const hash = await hasher.hash(password);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hasher.verify(password, hash as string)).toBe(true);
    expect(await hasher.verify(`${password.slice(0, -1)}!`, hash as string)).toBe(false);
  }
  expect(await hasher.hash("same password")).not.toBe(await hasher.hash("same password"));
});

test("the digest is argon2id's own", async () => {
  // A vector of the reference implementation's own test: "password", salt "somesalt", 64 MiB, two passes.
  const hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await hasher.verify("password", hash)).toBe(true);
  expect(await hasher.verify("Password", hash)).toBe(false);
});

test("the same letters composed in another way are the same password", async () => {
  const hash = (await hasher.hash("パスワードが")) as string;
  expect(await hasher.verify("パスワードが".normalize("NFD"), hash)).toBe(true);
});

test("too short, too long and unreadable passwords do not match, without an error", async () => {
  expect(await hasher.verify("", NOBODYS_HASH)).toBe(false);
  expect(await hasher.verify("short", NOBODYS_HASH)).toBe(false);
  expect(await hasher.verify("x".repeat(10_000), NOBODYS_HASH)).toBe(false);
  expect(await hasher.verify("whatever it is", "plain text")).toBe(false);
  await expect(hasher.hash("short")).rejects.toThrow(RangeError);
  await expect(hasher.hash("x".repeat(257))).rejects.toThrow(RangeError);
});

test("one hash runs, four wait, the sixth is refused at once, and all run in order", async () => {
  let isOpen = false;
  const turns = createTurns({
    maxWaiting: 4,
    pause: async () => {
      do await new Promise((resolve) => setTimeout(resolve, 1));
      while (!isOpen);
    },
  });
  const order: number[] = [];
  const five = [0, 1, 2, 3, 4].map((i) => turns.take(() => order.push(i)));
  expect(await turns.take(() => order.push(99))).toBe(BUSY);
  isOpen = true;
  await Promise.all(five);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.take(() => "again")).toBe("again");
});

/** A clock that advances only by pauses and work. */
function simulate(options: { maxWaiting: number; maxReturning?: number }) {
  const time = { now: 0 };
  const pause = async () => {
    await Promise.resolve();
    time.now += 10;
  };
  return { time, turns: createTurns({ ...options, clock: () => time.now, pause }) };
}

test("the thread rests as long as it worked, however many are waiting", async () => {
  const { time, turns } = simulate({ maxWaiting: 20 });
  const spans: [from: number, to: number][] = [];
  const work = (ms: number) => () => {
    const from = time.now;
    time.now += ms;
    spans.push([from, time.now]);
  };
  const lengths = [50, 50, 200, 50, 10, 50];
  await Promise.all(lengths.map((ms) => turns.take(work(ms))));
  expect(spans.map(([from, to]) => to - from)).toEqual(lengths);
  for (const [index, [from]] of spans.slice(1).entries()) {
    const [before, end] = spans[index]!;
    expect(from - end).toBeGreaterThanOrEqual(end - before);
  }
});

test("hashing and checking take their turn as the visitor who asks", async () => {
  const asked: unknown[] = [];
  const busy = createTestHasher({
    turns: {
      take: async (_work, options) => {
        asked.push(options?.visitor);
        return BUSY;
      },
    },
  });
  expect(await busy.hash("correct horse", { visitor: "a" })).toBe(BUSY);
  expect(await busy.verify("correct horse", NOBODYS_HASH, { visitor: "b" })).toBe(BUSY);
  expect(asked).toEqual(["a", "b"]);
});

test("visitors refused before find more places than new ones, for ten seconds", async () => {
  let now = 0;
  const turns = createTurns({ maxWaiting: 1, maxReturning: 3, clock: () => now, pause: () => new Promise(() => {}) });
  const take = (visitor?: string) => turns.take(() => "done", { visitor });
  const state = (answer: Promise<unknown>) => Promise.race([answer, Promise.resolve().then(() => "waits")]);
  void take();
  void take("a");
  expect(await take("b")).toBe(BUSY);
  expect(await take("c")).toBe(BUSY);
  expect(await take()).toBe(BUSY);
  expect(await state(take("b"))).toBe("waits");
  expect(await take("d")).toBe(BUSY);
  expect(await state(take("c"))).toBe("waits");
  expect(await take("d")).toBe(BUSY);
  now = 10_000;
  // The others count as cancelled by now; after ten seconds none has priority.
  void take();
  void take();
  expect(await take("d")).toBe(BUSY);
});

test("a request cancelled while waiting delays the others by at most three seconds", async () => {
  let now = 0;
  let isCancelled = true;
  const turns = createTurns({
    maxWaiting: 0,
    clock: () => now,
    pause: () => (isCancelled ? new Promise<void>(() => {}) : Promise.resolve()),
  });
  void turns.take(() => "never");
  isCancelled = false;
  expect(await turns.take(() => "second")).toBe(BUSY);
  now = 3_000;
  expect(await turns.take(() => "second")).toBe("second");
});

test("work that throws releases its place", async () => {
  const turns = createTurns({ maxWaiting: 0 });
  const work = () => {
    throw new Error("a bug");
  };
  await expect(turns.take(work)).rejects.toThrow("a bug");
  expect(await turns.take(() => "next")).toBe("next");
});

test("memory that is let go of is made anew, also while hashes run and wait", async () => {
  const own = createTestHasher();
  const hash = (await own.hash("correct horse")) as string;
  const running = [own.verify("correct horse", hash), own.verify("battery staple", hash)];
  await Promise.resolve();
  own.release();
  expect(await Promise.all(running)).toEqual([true, false]);
  own.release();
  expect(await own.verify("correct horse", hash)).toBe(true);
});

test("passwords that guessing programs try first are weak", () => {
  const email = "taro.yamada@example.com";
  for (const password of [
    "password1",
    "PassWord1",
    "12345678",
    "keiba123",
    "ｐａｓｓｗｏｒｄ",
    "taro.yamada",
    "Taro.Yamada@example.com",
  ]) {
    expect([password, isWeakPassword({ password, email })]).toEqual([password, true]);
  }
  for (const password of ["1234567", "x".repeat(257)]) expect(isWeakPassword({ password, email })).toBe(true);
  for (const password of ["kirei-na-umi-9", "有馬記念で会いましょう", "taro.yamada-wa-umazuki"]) {
    expect([password, isWeakPassword({ password, email })]).toEqual([password, false]);
  }
});

test("more than 3,000 common passwords are refused, each of which the form would take by its length", () => {
  const made = COMMON_WORDS.flatMap((word) => ["", ...COMMON_ENDINGS].map((ending) => word + ending));
  const all = new Set([...COMMON_PASSWORDS, ...made].filter(({ length }) => length >= 8));
  expect(all.size).toBeGreaterThan(3000);
  expect([...all].filter((password) => password !== password.normalize("NFKC").toLowerCase())).toEqual([]);
  expect([...all].filter((password) => !isWeakPassword({ password, email: "zz@q.jp" }))).toEqual([]);
  // Capitals and full width are as easy to guess.
  expect(isWeakPassword({ password: "ＳＡＫＵＲＡ２０２６", email: "zz@q.jp" })).toBe(true);
});

test("birthdays, repetitions and walks over the keyboard are refused", () => {
  for (const password of [
    "19900401",
    "20011231",
    "abababab",
    "yukiyuki",
    "kamokamo1",
    "qwertyui",
    "lkjhgfdsa",
    "7ujm8ik,",
  ])
    expect([password, isWeakPassword({ password, email: "zz@q.jp" })]).toEqual([password, true]);
  for (const password of ["19901401-umi", "kamome-tonda", "qwe-umi-kirei"])
    expect([password, isWeakPassword({ password, email: "zz@q.jp" })]).toEqual([password, false]);
});

test("the site's words and the own address count nothing, also inside of words", () => {
  const email = "taro.yamada@example.com";
  for (const password of [
    "hachiwaku2026",
    "xHachiwakux99",
    "はちわく12345",
    "mykeiba2026!",
    "taro.yamada.2026",
    "keiba-password1",
  ])
    expect([password, isWeakPassword({ password, email })]).toEqual([password, true]);
  // Eight other characters are left.
  for (const password of ["hachiwaku-umi-kirei", "keiba-demo-2026"])
    expect([password, isWeakPassword({ password, email })]).toEqual([password, false]);
});
