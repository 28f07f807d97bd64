// はちわくの記録を手もとだけで確かめます（Node 18以降）: node verify.mjs 証明ファイル.json roots.json
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const check = (holds, why) => holds || process.exit(console.error(`確かめられません。${why}。`) ?? 1);
process.on("uncaughtException", () => check(false, "ファイルの形が違います"));
const hash = (kind, data) => createHash("sha256").update(Buffer.from([kind])).update(data).digest("hex");
const node = (left, right) => hash(1, Buffer.from(left + right, "hex"));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const pick = ({ at, root, count }) => ({ at, root, count });

const [file, published] = process.argv.slice(2, 4).map((name) => readFileSync(name, "utf8").trim());
const { body, path, root, head, last, consistency } = JSON.parse(file);
const whole = JSON.stringify({ body, path, root, head: pick(head), last: pick(last), consistency });
check(whole === file && [...path, ...consistency].every((step) => /^[LR]?[0-9a-f]{64}$/.test(step)), "文字が変わっています");
const { days } = JSON.parse(published);
const day = days.find(({ heads }) => heads.some((known) => same(known, head)));
check(day?.heads.some((known) => same(known, last)), "このルートは公開されていません");
const isFalling = ({ at, count }, index, heads) => !(heads[index + 1]?.count >= count || heads[index + 1]?.at > at);
check(day.root === day.heads[0].root && day.count === day.heads[0].count && day.heads.every(isFalling), "ルートの並びが違います");
check(days.every(({ previous }, index) => previous === (days[index + 1] ?? { root: previous }).root), "日のつながりが切れています");

let tree = hash(0, body); // 封
for (const step of path.slice(0, -1)) tree = step[0] === "L" ? node(step.slice(1), tree) : node(tree, step.slice(1));
const own = ({ at, count }) => hash(0, JSON.stringify({ at, count, date: day.date, previous: day.previous }));
check(path.at(-1) === `L${own(head)}` && root === head.root && root === node(own(head), tree), "中身がルートと合いません");

let [m, n] = [head.count - 1, last.count - 1]; // この日の最後のルートが、前のルートの続きであること
const halve = () => ([m, n] = [m >> 1, n >> 1]);
while (m % 2) halve();
const seed = m === 0 || m === n ? [tree, ...consistency] : consistency;
let [old, grown] = [seed[0], seed[0]];
for (const beside of seed.slice(1)) {
  if (m % 2 || m === n) {
    [old, grown] = [node(beside, old), node(beside, grown)];
    while (m && m % 2 === 0) halve();
  } else grown = node(grown, beside);
  halve();
}
const isContinued = old === tree && (n === 0 || head.count === last.count) && last.root === node(own(last), grown);
check(isContinued, "最後のルートとつながりません");

const seen = JSON.parse(body);
check(seen.at <= head.at, "ルートより後の時刻です");
check(head.at < seen.start, `発走（${seen.start}）までにルートに入っていません`);
console.log(`一致しました。記録 ${seen.at}、ルート ${head.at}、発走 ${seen.start}`);
console.log(`レース ${seen.race}、印 ${seen.marks.join(" ")}`);
console.log(`${day.date}の${same(last, pick(day.heads[0])) ? "最後の" : "途中の"}ルート ${last.root} を外部の写しと見くらべてください。`);
