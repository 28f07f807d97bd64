import type { MetaFunction } from "@remix-run/cloudflare";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { NO_PROMISE, periodWords } from "#app/components/rankings/ranking-words.ts";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { MEDAL_RACES } from "#app/domain/rankings/medals.ts";
import { COUNTING, KEPT_PERIODS, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { SAMPLE_SEASON_RACES, SEASON_RACES } from "#app/domain/season/season-board.ts";

export const handle: PageHandle = { link: { to: "/signup", label: "新規登録" } };

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "集計のきまり",
    description:
      "ランキングの対象レース、参加するモデル、買い目、取消や同着の扱い、95%区間、くらべる基準の決め方です。",
  });

const [FAVOURITE, LOT, NUMBER] = BASELINES;

const SECTIONS: readonly { title: string; lines: readonly string[] }[] = [
  {
    title: "対象のレース",
    lines: [
      "中央競馬の7〜12レース。障害レースと中止になったレースは数えません。",
      "暑熱対策の2部制開催（昼に休みをとり、夕方まで行う開催）のうち、下に挙げるものでは、その競馬場だけ6・7・12レースを数えます。同じ日のほかの競馬場と、下にない開催は、7〜12レースのままです。",
      "週間は土曜・日曜と、開催があれば月曜。平日の開催（1月5日など）は月間だけで数えます。",
      "月間と距離別は前の月。週末が月をまたぐとき（土曜31日と日曜1日など）は、その週末をすべて後の月で数えます。",
      "距離別は実際の距離で分け、両端を含みます。芝1000mや芝3600mのように、どの区分にも入らないレースは、週間と月間だけで数えます。",
    ],
  },
  {
    title: "参加するモデル",
    lines: [
      "集計の前の最後の火曜0時に、有料プラン（スターター以上）の方が持つ、完成していてプランの上限内の、中央用のモデルです。無料プランと制限モードの方のモデルは参加しません。",
      "モデルが完成した日より後のレースだけを数えます。完成の日までのレースと、学習に使ったレースは入りません。",
      "月間と距離別は、完成の翌日からその月のうちに、開催日が4日以上あるモデルに限ります。",
      "退会した方のモデルの成績は、名前を「退会したユーザー」、モデルの名前を「退会者のモデル」に変えて残します。メールアドレスや、よく使われるメールのドメインを含む名前は、公開するときに全体を******に変えます。",
    ],
  },
  {
    title: "買い目と回収率",
    lines: [
      "指数の順に、単勝は1位と2位の2点、複勝は1位の1点、馬連は上位2頭から上位5頭への7点を、100円ずつ買ったものとして計算します。指数が同じときは、馬番の小さい馬を先にします。",
      "券種ごとの回収率は、払戻しの合計を購入額の合計で割った値です。総合は、買った券種の回収率の平均です（券種ごとに同じ金額ずつ買ったとき）。",
      "的中率は、買ったレースのうち1点でも当たったレースの割合です。総合では、どれかの券種が当たれば的中とします。",
      "順位は回収率の高い順です。0.1%まで同じなら同じ順位で、次の順位をその数だけ飛ばします。並びは先につくったモデルからです。",
      `メダルは上位3位につけます。対象が${MEDAL_RACES}レースに満たないランキングにはつけません。`,
    ],
  },
  {
    title: "取消、同着など",
    lines: [
      "着順ではなく、主催者が発表した払戻しで計算します。",
      "出走取消・競走除外の馬を含む買い目は返還とし、購入額にも払戻しにも入れません。ほかの馬には買いかえません。",
      "競走中止・失格・降着は返還しません。",
      "同着では、発表された払戻しをすべて数えます。",
      "複勝が発売されないレースでは、複勝を買いません。頭数が足りず組み合わせがない買い目も、買いません。",
      "特払（的中がなく、全員に70円や80円が戻る）は払戻しに入れますが、的中には数えません。",
      "結果や払戻しが訂正されたときは、計算をやり直します。",
    ],
  },
  {
    title: "95%区間と、少ないレース",
    lines: [
      "95%区間は、レースごとの当たり外れのばらつきから、同じ力でも運でこのくらいは動く、という幅を計算したものです。5レース未満のときと、払戻しがまったくないときなど、計算できないものは「–」と書きます。",
      "馬連のように大きな払戻しがまれに出る券種では、実際の幅はもう少し広くなります。",
      "100レース未満の回収率は灰色で書き、「少ない」と添えます。順位に出るのは運の差が大きく、実力の差ではありません。",
    ],
  },
  {
    title: "くらべる基準",
    lines: [
      "順位のない3つの買い方を、各ランキングのページに並べます。利用者の順位は動かしません。買う点数はモデルと同じです。",
      `${FAVOURITE.modelName}：単勝の確定オッズが低い順に買います。`,
      `${LOT.modelName}：レースごとに1回だけ引いた、変わらない順に買います。`,
      `${NUMBER.modelName}：馬番の順に買います。`,
    ],
  },
  {
    title: "運の幅",
    lines: [
      "ランキングのページに、腕の差がまったくないときの1位の回収率を並べます。参加したモデルがそのレースで実際に買ったものを、レースごとにくじで選び直して計算した、95%が入る幅です。参加が10モデルに満たないときは計算しません。",
    ],
  },
  {
    title: "年間の予測力ランキング",
    lines: [
      "月間ランキングの月の最後の開催日までの1年間。対象のレースも、参加するモデルも、月間ランキングと同じです。",
      "予測力は、勝ち馬につけた確率の良さです。くじ引きを0、必ず当たる予測を100とし、同じ日の全モデルの平均との差で測ります。",
      `${SEASON_RACES}レース以上のモデルを並べます。見本のデータでは${SAMPLE_SEASON_RACES}レース以上です。`,
      "レースが少なく、日ごとのばらつきが大きいモデルほど、全体の平均へ寄せます（運をならした値）。順位の幅は、値をそれぞれの不確かさの中で引き直したときに、順位の95%が入る幅です。",
      "同じ方のモデルで、同じレースにつけた確率の相関が0.98以上のものは、よく似たモデルとして1本だけを並べます。並ぶのはレースが多いほう、同じなら先につくったほうで、成績では選びません。",
    ],
  },
  {
    title: "更新",
    lines: [
      `週間は水曜6時、月間と距離別は毎月5日6時に集計を始めます。終わるまでは「${COUNTING}」、参加するモデルか数えるレースがなければ「${NO_RANKING}」と出ます。`,
      `過去の期間は、最新のものを含めて${KEPT_PERIODS}期間まで見られます。プログラムで読める形のデータ（最新の期間だけ）は/rankings.jsonにあります。`,
    ],
  },
];

/** The full rules of the rankings, one page for logged-in and public readers. */
export default function RankingRulesPage() {
  return (
    <div className="prose">
      <h1>集計のきまり</h1>
      <p>ランキングは、モデルの指数どおりに馬券を買っていたらいくら戻ったかを、次のきまりで数えたものです。</p>
      {SECTIONS.map(({ title, lines }) => (
        <section key={title} className="stack">
          <h2>{title}</h2>
          <ul className="stack t14">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {title === "対象のレース" && (
            <p className="t13 muted">
              暑熱対策の2部制開催：
              {SPECIAL_MEETINGS.map(({ venue, from, to }) => `${venue} ${periodWords(from, to)}`).join("、")}
            </p>
          )}
        </section>
      ))}
      <p className="t13 muted">{NO_PROMISE}</p>
      <p>
        <a href="/share/rankings">ランキングを見る</a>
      </p>
    </div>
  );
}
