import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailForm } from "#app/components/accounts/email-form.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import {
  ModelSlide,
  RaceSlide,
  ResultSlide,
  SLIDES,
  Slide,
  TutorialSlide,
  WordsSlide,
} from "#app/components/welcome/tutorial-slides.tsx";
import type { action, loader } from "./_public._index.tsx";

/** The last slide has the top page's second form, with the same loader and action. */
export { action, loader } from "./_public._index.tsx";

export const handle: PageHandle = {
  title: "チュートリアル",
  description: "AIモデルの作成からレースの分析、結果の見かたまで、登録の前に1分で見られます。",
};
export { meta } from "#app/components/frame/page-meta.ts";

export default function TutorialPage() {
  const page = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const carried = lastResult?.initialValue?.attribution;
  return (
    <div className="tutorial narrow">
      <h1 className="sr">チュートリアル</h1>
      <nav className="dots" aria-label="スライド">
        {SLIDES.map(({ id, title }, at) => (
          <a key={id} href={`#${id}`} aria-current={at === 0 ? "step" : undefined}>
            {at + 1} {title}
          </a>
        ))}
      </nav>
      <TutorialSlide />
      <WordsSlide />
      <ModelSlide />
      <RaceSlide />
      <ResultSlide />
      <Slide at={SLIDES.length - 1} lead="無料ではじめる">
        <EmailForm
          name="second_email"
          action="/tutorial"
          attribution={typeof carried === "string" ? carried : page.attribution}
          constraint={page.constraints.second}
          lastResult={lastResult}
        />
      </Slide>
      <script src="/tutorial.js" defer />
    </div>
  );
}
