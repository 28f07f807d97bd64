import type { JobKind } from "#app/domain/job-kinds.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { buildFeaturesHandler } from "./build-features.ts";
import { copyDatabaseHandler } from "./copies/copy-database.ts";
import { enterNamesHandler } from "./enter-names.ts";
import { eraseAccountHandler } from "./erase-account.ts";
import { fixCrowdHandler } from "./fix-crowd.ts";
import { ingestImport } from "./ingest-import.ts";
import { pushNotice } from "./notify/push-notice.ts";
import { sendAlarm } from "./notify/send-alarm.ts";
import { sendMail } from "./notify/send-mail.ts";
import { sendSignUpNotice } from "./notify/send-sign-up-notice.ts";
import { buildRankingsHandler } from "./rankings/build-rankings.ts";
import { reconcileBillingHandler } from "./reconcile-billing.ts";
import { scoreDayHandler } from "./score-day.ts";
import { scoreRace } from "./score-race.ts";
import { postHead } from "./seal/post-head.ts";
import { sealForecastsHandler } from "./seal/seal-forecasts.ts";
import { settleBetsHandler } from "./settle-bets.ts";
import { settleRecordsHandler } from "./settle-records.ts";
import { showResultsHandler } from "./show-results.ts";
import { syncBillingHandler } from "./sync-billing.ts";
import { trainModel } from "./train-model.ts";

export const handlers: Record<JobKind, JobHandler> = {
  "train-model": trainModel,
  "score-race": scoreRace,
  "score-day": scoreDayHandler,
  "ingest-import": ingestImport,
  "build-features": buildFeaturesHandler,
  "send-mail": sendMail,
  "send-sign-up-notice": sendSignUpNotice,
  "send-alarm": sendAlarm,
  "push-notice": pushNotice,
  "post-head": postHead,
  "sync-billing": syncBillingHandler,
  "erase-account": eraseAccountHandler,
  "reconcile-billing": reconcileBillingHandler,
  "show-results": showResultsHandler,
  "settle-records": settleRecordsHandler,
  "enter-names": enterNamesHandler,
  "settle-bets": settleBetsHandler,
  "seal-forecasts": sealForecastsHandler,
  "build-rankings": buildRankingsHandler,
  "fix-crowd": fixCrowdHandler,
  "copy-database": copyDatabaseHandler,
};
