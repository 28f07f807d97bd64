import { LinkButton } from "#app/components/parts/button.tsx";
import { formatCount, formatDayNear } from "#app/components/parts/numbers.ts";
import { EmptyState, PageHead, Section } from "#app/components/parts/parts.tsx";
import { formatRate } from "#app/components/reports/report-words.ts";
import { PAST_IS_NO_PROMISE } from "#app/components/welcome/gambling-notice.tsx";
import { countWords, DUEL_OVER, DUEL_SO_FAR, WEEK_IS_LUCK, weekLetter } from "#app/domain/days/duel-words.ts";
import type { DuelWeek, FavouriteDuel } from "#app/domain/days/favourite-duel.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import { DUEL_IMAGE_PATH } from "#app/domain/sharing/own-images.ts";

/** @param today in Japan, YYYY-MM-DD */
export function DuelPage({ duel, today }: { duel: FavouriteDuel | null; today: string }) {
  return (
    <>
      {duel === null ? (
        <>
          <PageHead title="1番人気との対決" />
          <EmptyState action={{ to: "/races", label: "レースを分析する" }}>
            中央の7〜12Rを発走前に分析すると、結果が出てから対決が始まります。
          </EmptyState>
        </>
      ) : (
        <DuelHead duel={duel} today={today} />
      )}
      <Section title="対決のきまり">
        <div className="card pad stack t14">
          <p>
            火曜から月曜までの中央の7〜12Rで、モデルの◎と、同じレースの1番人気（確定オッズ）の単勝を100円ずつ買った計算です。払戻の多いほうが、その週の勝ちです。
          </p>
          <p>
            モデルは★をつけたもの、なければ予測力がいちばん高いものです。発走前に記録した分析だけを、外れも消した分もふくめて数えます。
          </p>
          <div className="btns">
            {duel !== null && (
              <a className="btn" href={DUEL_IMAGE_PATH}>
                画像にする
              </a>
            )}
            <LinkButton to="/leagues">仲間とのリーグ</LinkButton>
            <LinkButton to="/models/all/record">成績表を見る</LinkButton>
          </div>
          <p className="t12 faint">{PAST_IS_NO_PROMISE}</p>
        </div>
      </Section>
    </>
  );
}

function DuelHead({
  duel: { modelName, shown, weeks, counts, streak },
  today,
}: {
  duel: FavouriteDuel;
  today: string;
}) {
  const { from, to, races, isRunning, outcome, own, favourite } = shown;
  return (
    <section className="turf-head">
      <p className="kick">
        <b>1番人気との対決</b>
        <span>
          {formatDayNear(from, today)}〜{formatDayNear(to, today)}　{races}R
        </span>
      </p>
      <h2>{(isRunning ? DUEL_SO_FAR : DUEL_OVER)[outcome]}</h2>
      <div className="duel">
        <Side name={modelName} note="◎の単勝回収率" figure={formatRate(returnRateOf(own))}>
          {betWords(own)}
        </Side>
        <span>対</span>
        <Side name="1番人気" note="単勝回収率" figure={formatRate(returnRateOf(favourite))}>
          {betWords(favourite)}
        </Side>
        <p>{WEEK_IS_LUCK}</p>
      </div>
      <p className="kick">
        <span>最近の{weeks.length}週</span>
        <b>
          {countWords(counts)}
          {streak !== null && streak.weeks > 1 && `　${streak.weeks}連${streak.outcome === "won" ? "勝" : "敗"}中`}
        </b>
      </p>
      <ol className="weeks">
        {weeks.map((week) => (
          <Week key={week.from} week={week} today={today} />
        ))}
      </ol>
    </section>
  );
}

const betWords = ({ hits, payoutYen }: Settlement) => `${hits}勝　払戻 ${formatCount(payoutYen)}円`;

/** One of the two in `.duel`. */
export function Side({
  name,
  note,
  figure,
  children,
}: {
  name: string;
  note: string;
  figure: string;
  children: string;
}) {
  return (
    <dl>
      <dt>
        <b>{name}</b>
        {note}
      </dt>
      <dd>
        <strong>{figure}</strong>
        {children}
      </dd>
    </dl>
  );
}

function Week({ week: { from, isRunning, outcome }, today }: { week: DuelWeek; today: string }) {
  return (
    <li className={(isRunning ? null : outcome) ?? undefined}>
      <span className="sr">{formatDayNear(from, today)}からの週は</span>
      {weekLetter({ isRunning, outcome })}
    </li>
  );
}
