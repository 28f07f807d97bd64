import { CUSTOMIZE_WORDS, formatRaceNums, KIND_WORDS } from "#app/components/models/model-words.ts";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Note, PageHead, Progress, Section, Tag } from "#app/components/parts/parts.tsx";
import { countFeatures } from "#app/domain/features/choice.ts";
import { planName } from "#app/domain/plans/plans.ts";
import type { Change } from "#app/domain/suggestions/candidate-changes.ts";
import type { JudgedChange } from "#app/domain/suggestions/judge-changes.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import type { Suggestions } from "#app/domain/views/suggestions.ts";
import { differenceScale, formatDifference } from "./compare-words.ts";
import { DifferenceRow } from "./difference-row.tsx";

const VERDICT_WORDS: Record<JudgedChange["verdict"], string> = {
  confirmed: "確認できた",
  unknown: "まだ分からない",
  none: "効果なし",
};

export const SEARCH_REFUSALS = {
  "no-changes": "このモデルで試せる変更がありません。",
  "searches-per-month": "今月の改善案の回数が上限に達しています。",
  "search-running": "ほかの改善案を調べているところです。終わってから、もう一度押してください。",
} as const;
type SearchRefusal = keyof typeof SEARCH_REFUSALS;

type Search = NonNullable<Suggestions["search"]>;

const TONES = { confirmed: "turf", unknown: "warn", none: undefined } as const;
const ICONS = { confirmed: "check", unknown: "info", none: undefined } as const;

/** Without script; drawn by the loader. */
export function SuggestionsPage({
  suggestions,
  plan,
  formKey,
  refusal,
}: {
  suggestions: Suggestions;
  plan: number;
  /** Idempotency key. */
  formKey: string;
  refusal: SearchRefusal | null;
}) {
  const { model, search, isWorking } = suggestions;
  return (
    <>
      <PageHead title={`${model.name}の改善案`} />
      {refusal !== null && <Note tone="danger">{SEARCH_REFUSALS[refusal]}</Note>}
      {search?.status === SearchStatus.working && <Working search={search} modelId={model.modelId} />}
      {search?.status === SearchStatus.failed && (
        <Note tone="danger">調べている途中で失敗しました。今月の回数には数えていません。</Note>
      )}
      {search?.isStopped && <Note>調べるのを途中でやめました。今月の回数には数えています。</Note>}
      {search?.status === SearchStatus.complete && !search.isStopped && (
        <Results search={search} suggestions={suggestions} />
      )}
      {search?.status !== SearchStatus.working && (
        <StartForm suggestions={suggestions} plan={plan} formKey={formKey} isOff={isWorking} />
      )}
    </>
  );
}

function StartForm({
  suggestions: { model, searches, left, limit },
  plan,
  formKey,
  isOff,
}: {
  suggestions: Suggestions;
  plan: number;
  formKey: string;
  isOff: boolean;
}) {
  const tried = searches === 0 ? "" : `これまで${searches}回。`;
  return (
    <Section title="どこを変えると良くなるか、実際に学習して比べます">
      <form method="post" action={`/models/${model.modelId}/suggestions`} className="card pad stack">
        <p className="t14 muted">
          項目を足す、外す、条件や走数を足す。最大12通りを、新しいほうから4年ぶんのレースで学習します。見るのは予測力だけで、回収率では選びません。
        </p>
        <p className="t14 muted">
          古いレースで候補を選び、いちばん新しいレースで1度だけ確かめます。数分かかります。画面を閉じても続きます。
        </p>
        <input type="hidden" name="form_key" value={formKey} />
        {isOff && <Note>{SEARCH_REFUSALS["search-running"]}</Note>}
        {left > 0 && !isOff && (
          <Button tone="primary" size="big" full>
            改善案を調べる
          </Button>
        )}
        {left === 0 && (
          <Note tone="warn">
            {SEARCH_REFUSALS["searches-per-month"]}
            <a href="/subscriptions">プランを変更</a>
          </Note>
        )}
        <p className="t12 faint">
          今月あと{left}回（{planName(plan)}は月{limit}回）。{tried}調べるほど「確認できた」の基準は厳しくなります。
        </p>
      </form>
    </Section>
  );
}

function Working({ search: { changes, trained }, modelId }: { search: Search; modelId: number }) {
  const at = Math.min(changes.length, trained + 1);
  return (
    <Section title={`${changes.length}通りのうち${at}つめ`}>
      <div className="card pad stack">
        <Progress share={trained / changes.length} label="改善案" />
        <ul className="stack t14">
          {changes.map((change, place) => (
            <li key={changeWords(change)}>
              {changeWords(change)}
              <span className="muted">　{place < trained ? "学習済み" : place === trained ? "学習中" : "待ち"}</span>
            </li>
          ))}
        </ul>
        <p className="t12 faint">
          画面を閉じても続きます。レースの分析やモデルの作成を先に進めるため、待つことがあります。設定の
          <a href="/settings/notices">お知らせ</a>で、終わったときの通知を選べます。
        </p>
        <form method="post" action={`/models/${modelId}/suggestions`}>
          <Button full name="intent" value="stop">
            やめる
          </Button>
        </form>
        <p className="t12 faint">やめると、ここまでの学習は捨てます。今月の回数は戻りません。</p>
      </div>
    </Section>
  );
}

function Results({ search, suggestions }: { search: Search; suggestions: Suggestions }) {
  const { result } = search;
  if (result === null) return <Note>確かめるのに必要な8開催日ぶんのレースがないため、まだ比べられません。</Note>;
  const rows = result.changes.map((judged, place) => ({ judged, place }));
  const judgedRows = rows.filter(({ judged }) => judged.confirmed !== null);
  const others = rows.filter(({ judged }) => judged.confirmed === null);
  const found = rows.filter(({ judged }) => judged.verdict === "confirmed").length;
  return (
    <Section title={found === 0 ? "確認できた改善案はありません" : `${found}つ、確認できました`}>
      <p className="t13 muted">
        予測力の差です。上は選んだときのレース、下はそれを知らない、いちばん新しい{formatCount(result.races)}
        レース。帯は運で動く幅、まんなかの線が「同じ」です。
      </p>
      {judgedRows.map(({ judged, place }) => (
        <ChangeCard key={place} judged={judged} place={place} search={search} suggestions={suggestions} />
      ))}
      {others.length > 0 && (
        <div className="card clip">
          <details className="fold">
            <summary>ほか{others.length}通り（選んだときのレースで差が小さかったもの）</summary>
            <ul className="pad stack t14">
              {others.map(({ judged, place }) => (
                <li key={place}>
                  {changeWords(search.changes[place]!)}　
                  <span className="muted">
                    {VERDICT_WORDS[judged.verdict]}（{formatDifference(judged.chosen.difference)}）
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      <p className="t12 faint">
        確認の幅は、これまでに調べた回数のぶん広げてあります。「効果なし」は、そのレースで良くならなかったという意味です。確認できた差も、この先の半年で同じだけ出るとは限りません。
      </p>
    </Section>
  );
}

function ChangeCard({
  judged: { chosen, confirmed, outlook, verdict },
  place,
  search,
  suggestions: { model },
}: {
  judged: JudgedChange;
  place: number;
  search: Search;
  suggestions: Suggestions;
}) {
  if (confirmed === null) return null;
  const scale = differenceScale([chosen, confirmed]);
  const words = changeWords(search.changes[place]!);
  return (
    <section className="card clip" aria-label={words}>
      <div className="pad row">
        <h3 className="grow t14">
          {words}
          <small className="muted t12">
            　項目 {model.featureCount} → {countFeatures(search.choices[place]!)}
          </small>
        </h3>
        <Tag tone={TONES[verdict]} icon={ICONS[verdict]}>
          {VERDICT_WORDS[verdict]}
        </Tag>
      </div>
      <ul className="differences">
        <DifferenceRow name="選んだとき" label={`${words}、選んだとき`} measured={chosen} scale={scale} />
        <DifferenceRow name="確認" label={`${words}、確認`} measured={confirmed} scale={scale} />
      </ul>
      {verdict === "confirmed" && outlook !== null && (
        <div className="pad stack">
          <p className="t13 muted">
            この先の半年の目安は{formatDifference(outlook.low)}〜{formatDifference(outlook.high)}です。
          </p>
          <LinkButton tone="primary" to={`/models/create?from=${model.modelId}&change=${place + 1}`}>
            この変更でつくる
          </LinkButton>
        </div>
      )}
    </section>
  );
}

function changeWords(change: Change): string {
  const end = change.does === "add" ? "を足す" : "を外す";
  if ("feature" in change) return `${change.feature}${end}`;
  const { name } = KIND_WORDS[change.kind];
  if ("condition" in change) return `${name}に「${CUSTOMIZE_WORDS[change.condition].name}」${end}`;
  if ("count" in change) return `${name}に${change.count === -1 ? "" : "近"}${formatRaceNums([change.count])}${end}`;
  return `${name}${change.does === "add" ? "（近5走）" : ""}${end}`;
}
