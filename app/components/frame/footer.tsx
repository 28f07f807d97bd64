import { BRAND, HELP_LINE } from "./brand.ts";

export function Footer() {
  return (
    <footer className="foot" id="foot">
      <p className="age">
        <b aria-hidden="true">20</b>
        <span>
          馬券は20歳になってから。<span className="keep">ほどよく楽しむ大人の遊びです。</span>
          <br />
          <a href={HELP_LINE.url} rel="noreferrer">
            {HELP_LINE.label}
          </a>
        </span>
      </p>
      <nav aria-label="規約">
        <a href="/terms">利用規約</a>
        <a href="/privacy">プライバシー</a>
        <a href="/tokusyo">特定商取引法に基づく表記</a>
        <a href="/share/rankings/rules">集計のきまり</a>
        <a href="/verify">記録の証明</a>
      </nav>
      <p>
        過去の成績は将来の結果を約束しません。主催者とは関係のないサービスです。
        <br />© {BRAND.year} {BRAND.name}
      </p>
    </footer>
  );
}
