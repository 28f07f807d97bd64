/** From when on a model can run, by what it reads: the draw of the day before, or the body weights before the start. */
export function AvailabilityClock({ usesWeight, usesWeather }: { usesWeight: boolean; usesWeather: boolean }) {
  return (
    <section className="card pad stack" id="clock">
      <h3>いつ指数を出せるか</h3>
      <p className="say">
        {usesWeight
          ? "馬体重の発表から。発走のおよそ1時間前です。"
          : "枠順が決まる前日から。馬体重を待たずに出せます。"}
      </p>
      <ol className="clockline">
        <li>
          <span className="when">
            数日前<small>出走馬の発表</small>
          </span>
          <span>出走馬・騎手・斤量がそろう</span>
        </li>
        <li className={usesWeight ? undefined : "can from"}>
          <span className="when">
            前日ごろ<small>枠順の発表</small>
          </span>
          <span>
            {!usesWeight && <Now />}
            枠番・出走頭数がそろう
          </span>
        </li>
        <li className={usesWeight ? "can from" : "can"}>
          <span className="when">
            約1時間前<small>馬体重の発表</small>
          </span>
          <span>
            {usesWeight && <Now />}
            {usesWeight ? "選んだ項目がすべてそろう" : "このモデルは馬体重を使いません。指数は変わりません"}
          </span>
        </li>
        <li className="can">
          <span className="when">
            発走<small>ここで締切</small>
          </span>
          <span>これより後の分析は成績に数えません</span>
        </li>
      </ol>
      <p className="t12 faint">
        {usesWeather && "天気を選んだモデルは、天気の発表が変わるたびに指数が変わることがあります。"}
        当日のオッズは項目にありません。
      </p>
    </section>
  );
}

function Now() {
  return (
    <>
      <b className="now">ここから分析できます</b>
      <br />
    </>
  );
}
