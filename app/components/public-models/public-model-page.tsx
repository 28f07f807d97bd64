import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { BalanceLegend, BalancePlot, isWithinLuck, LUCK_WORDS } from "#app/components/own-records/balance-plot.tsx";
import { DEMO_RECORD, formatNet, monthName } from "#app/components/own-records/record-words.ts";
import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { Fact, Section, Tag } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { FEW_RACES, formatRate, formatRateRange, formatSkillRange } from "#app/components/reports/report-words.ts";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { ReportLink } from "#app/components/sharing/report-link.tsx";
import { publicModelPath } from "#app/components/sharing/shared-path.ts";
import { PAST_IS_NO_PROMISE } from "#app/components/welcome/gambling-notice.tsx";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { PublicModelView, PublicRace } from "#app/domain/views/public-model.ts";

export function PublicModelPage({ model }: { model: PublicModelView }) {
  const { figures, today } = model;
  return (
    <>
      <ModelHead model={model} />
      <div className="cols">
        {figures.counts.counted > 0 && <WinCurve figures={figures} />}
        <RecordCounts figures={figures} isDemo={model.isDemo} />
      </div>
      <div className="cols">
        {today.length > 0 && <Today races={today} />}
        <AboutModel model={model} />
      </div>
    </>
  );
}

function ModelHead({ model }: { model: PublicModelView }) {
  const { modelName, userName, createdAt, featureCount, season, figures } = model;
  const { counts, firsts, tickets } = figures;
  const { win } = tickets;
  return (
    <section className="turf-head">
      <div className="stack">
        <p className="kick">
          <b>{userName}</b>
          <span>
            {monthName(japanDay(createdAt).slice(0, 7))}に作成　{featureCount}項目
          </span>
        </p>
        <h1>{modelName}</h1>
        <p className="t13">{seasonWords(season)}</p>
        <form method="post" action="/following">
          <input type="hidden" name="code" value={model.code} />
          <button type="submit" className="btn" name="follow" value="yes">
            フォローする
          </button>
        </form>
      </div>
      <dl className="figs">
        <Fact name="予測力（年間）">
          <b>{season === null ? "–" : formatSkill(season.value)}</b>
          {season !== null && formatSkillRange(season)}
        </Fact>
        <Fact name="◎の1着">
          <b>{formatRate(counts.counted === 0 ? null : firsts.wins / counts.counted)}</b>
          {formatCount(firsts.wins)} / {formatCount(counts.counted)}R
          {firsts.interval !== null && `（${formatRateRange(firsts.interval.low, firsts.interval.high)}）`}
        </Fact>
        <Fact name="単勝の回収率">
          <b>{formatRate(returnRateOf(win))}</b>
          {win.interval !== null && `${formatRateRange(win.interval.low, win.interval.high)}　`}
          1番人気 {formatRate(returnRateOf(win.favourite))}
        </Fact>
      </dl>
    </section>
  );
}

function seasonWords(season: PublicModelView["season"]): string {
  if (season === null) return "年間ランキングの対象になると、ここに順位が出ます。";
  const { rank, ranked, firstRank, lastRank } = season;
  return `年間${rank}位（${formatCount(ranked)}モデル中）。ありえる順位は${firstRank}〜${lastRank}位です。`;
}

/** The same bets as in the owner's record. */
function WinCurve({ figures }: { figures: PublicModelView["figures"] }) {
  const { curve, stakeYen, payoutYen, races } = figures.tickets.win;
  const net = formatNet(payoutYen - stakeYen);
  const luck =
    races < FEW_RACES ? `${FEW_RACES}レース未満で、まだ判断できません` : LUCK_WORDS[`${isWithinLuck(curve)}`];
  return (
    <section className="card pad stack">
      <div className="head">
        <h2>単勝を毎レース2点</h2>
        <b>{net}円</b>
      </div>
      <BalanceLegend />
      <BalancePlot
        curve={curve}
        months={figures.months}
        label={`単勝の収支の動き。${formatCount(races)}レースで${net}円。${luck}`}
      />
      <p className="t12 faint">指数の1位と2位を100円ずつ買った場合です。{luck}。</p>
    </section>
  );
}

function RecordCounts({ figures, isDemo }: Pick<PublicModelView, "figures" | "isDemo">) {
  const { counts, deleted, sealed, recent } = figures;
  const isSealed = counts.counted > 0 && sealed === counts.counted;
  return (
    <Section title="記録" aside={<a href="/verify">記録の証明</a>}>
      <dl className="card counts">
        <Count name="結果確定" value={counts.counted} note={isSealed ? "すべて発走前に記録" : `うち封印 ${sealed}R`} />
        <Count name="結果待ち" value={counts.awaited} />
        <Count name="削除された分析" value={deleted} note="成績にふくめています" />
        <Count name="発走後の分析" value={counts["after-start"] + counts.late} note="成績にふくめません" />
      </dl>
      {isDemo && <p className="t13">{DEMO_RECORD}</p>}
      <p className="t12 faint">公開をやめて、また公開しても、負けたレースは消えません。</p>
      {recent.length > 0 && (
        <div className="card pad stack">
          <h3>新しい{recent.length}レースの◎の着順</h3>
          <ol className="recent">
            {recent.map((place, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in the browser
              <li key={at} className={place === null ? undefined : `p${place}`}>
                {place ?? "–"}
                {place !== null && <span className="sr">着</span>}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}

function Count({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(value)}R</dd>
      {note !== undefined && <dd>{note}</dd>}
    </div>
  );
}

function Today({ races }: { races: readonly PublicRace[] }) {
  return (
    <Section title="今日の記録" aside={<span className="t12 faint">◎は発走後に公開</span>}>
      <ul className="card clip today">
        {races.map(({ raceId, venue, raceNum, startTime, seal, pick }) => (
          <li key={raceId}>
            <b>
              {venue}
              {raceNum}R
            </b>
            {startTime !== null && <span className="faint">{startTime}</span>}
            {pick === null ? (
              <span className="muted">発走後に公開</span>
            ) : (
              <>
                <span>◎</span>
                <HorseBadge horseNum={pick.horseNum} bracketNum={pick.bracketNum} />
                <span>{pick.horseName}</span>
                {pick.finish === null ? <Tag>結果待ち</Tag> : <b>{pick.finish}着</b>}
              </>
            )}
            {seal !== null && (
              <a className="tapl" href={verifyPath(seal)}>
                証明
                <span className="sr">
                  {venue}
                  {raceNum}R
                </span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AboutModel({ model }: { model: PublicModelView }) {
  const { venueType, featureCount, choice, weekly } = model;
  return (
    <Section title="このモデルについて">
      <div className="card pad stack t14">
        {choice === null ? (
          <p>
            {VENUE_TYPE_WORDS[venueType]}の{featureCount}項目。選んだ項目は公開していません。
          </p>
        ) : (
          <ChoiceList venueType={venueType} choice={choice} featureCount={featureCount} />
        )}
        {weekly !== null && (
          <p className="muted">
            週間ランキングは{weekly.times}回参加、最高{weekly.best}位、最低{weekly.worst}位。
          </p>
        )}
        <p>
          <a className="tapl" href="/signup">
            はちわくで自分のAIをつくる
          </a>
        </p>
      </div>
      <p className="t12 faint">{PAST_IS_NO_PROMISE}</p>
      <ReportLink path={publicModelPath(model.code)} />
    </Section>
  );
}
