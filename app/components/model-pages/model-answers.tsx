import { ParentSection, parentWords } from "#app/components/comparing/parent-section.tsx";
import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { unticked } from "#app/components/reports/importance-words.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { ModelDetail } from "#app/domain/views/models.ts";
import { AvailabilityClock, availableFrom } from "./availability-clock.tsx";
import { newerWords, RenewalSection } from "./renewal.tsx";
import { Answer } from "./report.tsx";

/** What the page of a finished model says besides its report, as rows that unfold or lead on. */
export function ModelAnswers({
  model,
  formKey,
  creationsLeft,
}: {
  model: ModelDetail;
  /** Idempotency key of the renewal. */
  formKey: string;
  creationsLeft: string;
}) {
  const { modelId, choice, venueType, featureCount } = model;
  const isCentral = venueType === VenueType.central;
  return (
    <>
      {model.ancestors.length > 0 && (
        <Answer id="parent" title="引き継ぎ元とくらべて" answer={parentWords(model)}>
          <ParentSection model={model} />
        </Answer>
      )}
      <Answer id="features" title="選んだ項目" answer={`${featureCount}項目。${unticked(choice)}`}>
        <div className="pad">
          <ChoiceList venueType={venueType} choice={choice} featureCount={featureCount} />
        </div>
      </Answer>
      <Answer id="clock" title="いつ指数を出せるか" answer={availableFrom(choice, isCentral)}>
        <AvailabilityClock choice={choice} isCentral={isCentral} />
      </Answer>
      <Answer id="renewal" title="最新データでつくり直す" answer={newerWords(model)}>
        <RenewalSection model={model} formKey={formKey} creationsLeft={creationsLeft} />
      </Answer>
      <ul className="list">
        <Way to={`/models/${modelId}/record`} title="成績表" />
        <Way to={`/models/${modelId}/suggestions`} title="改善案" />
        <Way to={`/models/compare?m=${modelId}`} title="ほかのモデルとくらべる" />
        <Way to={`/models/public/${modelId}`} title="成績の公開" />
        {isCentral && <Way to={`/models/crowd/${modelId}`} title="みんなのAIへの参加" />}
      </ul>
    </>
  );
}

function Way({ to, title }: { to: string; title: string }) {
  return (
    <li>
      <a href={to}>
        <b className="grow t14">{title}</b>
        <Icon name="next" className="go" />
      </a>
    </li>
  );
}

/** What to do with a finished model: the first is the main one. */
export function ModelActions({
  modelId,
  canSearch,
  canAnalyse,
}: {
  modelId: number;
  canSearch: boolean;
  canAnalyse: boolean;
}) {
  return (
    <div className="btns three">
      {canSearch && (
        <LinkButton tone="primary" to={`/models/${modelId}/suggestions`}>
          改善案を調べる
        </LinkButton>
      )}
      {canAnalyse && (
        <LinkButton tone={canSearch ? undefined : "primary"} to="/races">
          レースを分析する
        </LinkButton>
      )}
      <LinkButton to={`/models?copy=${modelId}`}>引き継いでつくる</LinkButton>
    </div>
  );
}
