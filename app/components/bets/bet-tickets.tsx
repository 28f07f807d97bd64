import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Fact, Note } from "#app/components/parts/parts.tsx";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import type { PricedFormation } from "#app/domain/betting/price-formation.ts";
import { stakeTickets } from "#app/domain/betting/price-tickets.ts";
import { splitEvenly, splitFlat } from "#app/domain/betting/stakes.ts";
import { combinationOf } from "#app/domain/betting/ticket-kinds.ts";
import { isOrderedKind, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";
import type { BudgetSplit } from "#app/forms/analyses/race-bets.ts";
import { OldOddsNote } from "./bet-notice.tsx";
import { formatChance, formatOdds, ticketText } from "./bet-words.ts";

/** With more tickets only the likeliest are listed. Sums and the text are of all. */
const MOST_LISTED = 100;

const SPLITS = [
  ["flat", "均等に分ける"],
  ["even", "払戻をそろえる"],
] as const;

interface ShownTickets {
  race: RaceBets["race"];
  brackets: ReadonlyMap<number, number | null>;
  priced: PricedFormation;
  source: string;
  isOld: boolean;
  /** Null: the tickets cannot be bought any more. */
  recording: { formKey: string; modelId: number | null } | null;
}

/** The page contains both splits of the budget and shows the chosen one. */
export function BetTickets({
  budgetYen,
  split,
  formId,
  ...shown
}: ShownTickets & {
  budgetYen: number | null;
  split: BudgetSplit;
  formId: string;
}) {
  const { tickets } = shown.priced;
  const odds = tickets.flatMap((ticket) => ticket.odds?.low ?? []);
  const canBeEven = odds.length === tickets.length;
  const splitOf = (kind: BudgetSplit, stakes: readonly number[] | null) => (
    <Split {...shown} {...{ kind, stakes, canBeEven }} budgetYen={budgetYen ?? 0} />
  );
  if (budgetYen === null) return splitOf("flat", null);
  const flat = splitOf("flat", splitFlat(budgetYen, tickets.length));
  if (!canBeEven) {
    return (
      <>
        {flat}
        <Note>オッズのわからない組があるため、払戻をそろえる分け方と、最低の払戻は計算できません。</Note>
      </>
    );
  }
  return (
    <>
      <div className="seg" role="radiogroup" aria-label="金額の分け方">
        {SPLITS.map(([value, word]) => (
          <label key={value}>
            <input
              type="radio"
              name="split"
              id={`split-${value}`}
              value={value}
              form={formId}
              defaultChecked={split === value}
            />
            {word}
          </label>
        ))}
      </div>
      <div className="split flat">{flat}</div>
      <div className="split even">{splitOf("even", splitEvenly(budgetYen, odds))}</div>
    </>
  );
}

function Split({
  race,
  brackets,
  priced,
  source,
  recording,
  isOld,
  stakes,
  budgetYen,
  kind,
  canBeEven,
}: ShownTickets & {
  stakes: readonly number[] | null;
  budgetYen: number;
  kind: BudgetSplit;
  canBeEven: boolean;
}) {
  const { tickets, anyChance } = priced;
  const listed = tickets
    .map((ticket, place) => ({ ...ticket, place }))
    .toSorted((one, other) => (tickets.length > MOST_LISTED ? other.chance - one.chance : 0))
    .slice(0, MOST_LISTED);
  const hasOdds = tickets.some(({ odds }) => odds !== null);
  const staked = stakes === null ? null : stakeTickets(tickets, { stakes, budgetYen });
  const label = kind === "flat" ? "買い目" : "買い目（払戻をそろえる）";
  return (
    <>
      <ScrollingTable label={label} className={isOld ? "ticket old" : "ticket"}>
        <thead>
          <tr>
            <th scope="col">組</th>
            <th scope="col">的中の見込み</th>
            {hasOdds && <th scope="col">オッズ</th>}
            {staked !== null && <th scope="col">金額</th>}
            {staked !== null && hasOdds && <th scope="col">払戻</th>}
          </tr>
        </thead>
        <tbody>
          {listed.map(({ horses, chance, odds, place }) => (
            <tr key={combinationOf(priced.kind, horses)}>
              <th scope="row">
                <Combination kind={priced.kind} numbers={horses} brackets={brackets} />
              </th>
              <td>{formatChance(chance)}</td>
              {hasOdds && <td className="odds">{formatOdds(odds)}</td>}
              {staked !== null && (
                <td>
                  <b>{formatCount(stakes?.[place] ?? 0)}</b>
                </td>
              )}
              {staked !== null && hasOdds && (
                <td>
                  <span className="by-odds">{formatYenOrUnknown(staked.payouts[place] ?? null)}</span>
                  {staked.isShort[place] === true && <small className="tg">トリガミ</small>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合計 {tickets.length}点</th>
            <td>
              <small>1点以上</small> {formatChance(anyChance)}
            </td>
            {hasOdds && <td />}
            {staked !== null && <td>{formatCount(staked.stakedYen)}</td>}
            {staked !== null && hasOdds && (
              <td>
                {staked.lowestPayoutYen !== null && (
                  <>
                    <small>最低</small> {formatCount(staked.lowestPayoutYen)}
                  </>
                )}
              </td>
            )}
          </tr>
        </tfoot>
      </ScrollingTable>
      {isOld && <OldOddsNote />}
      {listed.length < tickets.length && (
        <p className="t12 faint">
          的中の見込みが高い{MOST_LISTED}点だけを並べています。合計とテキストは{formatCount(tickets.length)}
          点すべてです。
        </p>
      )}
      {staked !== null && (
        <>
          <dl className="sum3">
            <Sum word="残り" yen={staked.leftYen} />
            {staked.lowestPayoutYen !== null && <Sum word="最低の払戻" yen={staked.lowestPayoutYen} />}
            {priced.expectedReturn !== null && staked.expectedYen !== null && (
              <Sum word="払戻の期待値" yen={staked.expectedYen} />
            )}
          </dl>
          <ShortNote staked={staked} kind={kind} canBeEven={canBeEven} />
        </>
      )}
      {recording !== null && (
        <RecordTickets {...recording} kind={kind} raceId={race.raceId} priced={priced} stakes={stakes} />
      )}
      <div className="text">
        <h3>テキストをコピー</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that may scroll must be reachable by keyboard */}
        <pre tabIndex={0}>{ticketText({ race, priced, stakes, source })}</pre>
      </div>
    </>
  );
}

function Combination({
  kind,
  numbers,
  brackets,
}: {
  kind: TicketKind;
  numbers: readonly number[];
  brackets: ShownTickets["brackets"];
}) {
  return numbers.map((number, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a bracket can stand twice
    <span key={place}>
      {place > 0 && <i className="hy">{isOrderedKind(kind) ? "→" : "–"}</i>}
      {kind === "bracket" ? (
        <span className={`waku w${number}`}>
          {number}
          <span className="sr">枠</span>
        </span>
      ) : (
        <HorseBadge horseNum={number} bracketNum={brackets.get(number) ?? null} />
      )}
    </span>
  ));
}

/** Records the tickets as bought: on /tickets, in one tap. */
function RecordTickets({
  formKey,
  modelId,
  kind,
  raceId,
  priced,
  stakes,
}: NonNullable<ShownTickets["recording"]> & {
  kind: BudgetSplit;
  raceId: string;
  priced: PricedFormation;
  stakes: readonly number[] | null;
}) {
  const { tickets } = priced;
  const amounts = stakes === null ? [] : new Set(stakes).size === 1 ? stakes.slice(0, 1) : stakes;
  const hidden = {
    ...{ do: "record", race_id: raceId, kind: priced.kind, form_key: `${formKey}-${kind}` },
    numbers: tickets.map(({ horses }) => combinationOf(priced.kind, horses)).join(" "),
    ...(modelId !== null && { model: modelId }),
    ...(stakes !== null && { yen: amounts.join(" ") }),
  };
  return (
    <form method="post" action="/tickets" className="record">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {stakes === null && (
        <label className="t13">
          1点の金額（円） <input className="input" name="yen" inputMode="numeric" defaultValue="100" required />
        </label>
      )}
      <button type="submit" className="btn">
        {formatCount(tickets.length)}点
        {stakes !== null && `・${formatCount(stakes.reduce((sum, yen) => sum + yen, 0))}円`}を収支に記録する
      </button>
      <p className="t12 faint">
        結果と払戻は、<a href="/tickets">収支</a>に自動で入ります。
      </p>
    </form>
  );
}

function Sum({ word, yen }: { word: string; yen: number }) {
  return (
    <Fact name={word}>
      {formatCount(yen)}
      <small>円</small>
    </Fact>
  );
}

/** トリガミ: tickets that pay less than all tickets cost, and the remedy. */
function ShortNote({
  staked: { stakedYen, isShort, lowestPayoutYen },
  kind,
  canBeEven,
}: {
  staked: ReturnType<typeof stakeTickets>;
  kind: BudgetSplit;
  canBeEven: boolean;
}) {
  const count = isShort.filter((short) => short).length;
  const sum = `合計${formatCount(stakedYen)}円`;
  if (count > 0) {
    return (
      <Note tone="warn">
        <b>
          {count}点は、当たっても払戻が{sum}に届きません（トリガミ）。
        </b>
        {kind === "flat" && canBeEven
          ? "点数を減らすか、「払戻をそろえる」を選ぶと減らせます。"
          : "点数を減らすと、届く組が増えることがあります。"}
      </Note>
    );
  }
  if (lowestPayoutYen === null) return null;
  return <Note>1点だけ当たったときも{sum}を下回りません（今のオッズのまま締め切られた場合）。</Note>;
}

function formatYenOrUnknown(yen: number | null): string {
  return yen === null ? "–" : formatCount(yen);
}
