import type { ModelDetails, ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import type { ProfileFields } from "#app/domain/profile.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { OwnRanking } from "#app/domain/rankings/ranking-entry.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type {
  AnalysisDetail,
  AnalysisSummary,
  DeletedAnalysis,
  ListedAnalysis,
  RaceInfo,
  RaceSummary,
} from "./analyses/analysis-views.ts";
import type { RankingServices, SharingServices } from "./public-views.ts";

/**
 * The use cases as seen by loaders, actions and the API, bound to their dependencies by `createServices`
 * (create-services.server.ts). Each is implemented as a plain function `(deps, input) → result` in
 * `<aggregate>.server.ts`. Expected refusals are values; a thrown error is a bug or an outage.
 */
export interface Services {
  auth: {
    /** One D1 round trip: session, user, counters and notifications. Null if the session has ended or expired. */
    findSessionUser(input: { token: string }): Promise<SessionUser | null>;
    signIn(input: {
      email: string;
      password: string;
      clientAddress: string;
    }): Promise<{ kind: "signed-in"; token: string } | { kind: "refused"; reason: "wrong-credentials" } | TooMany>;
    signOut(input: { token: string }): Promise<void>;
    signOutEverywhere(input: { user: { id: number } }): Promise<void>;
    /** Whether the token was a session of a deleted account. */
    isOfDeletedUser(input: { token: string }): Promise<boolean>;
  };
  accounts: {
    /** The response is the same for registered and unknown addresses. */
    requestSignUp(input: {
      email: string;
      attribution: string;
      clientAddress: string;
    }): Promise<{ kind: "accepted" } | TooMany>;
    /** Does not consume the code. */
    findSignUpEmail(input: { code: string }): Promise<{ email: string } | null>;
    /** Consumes the code, creates the user on plan Free and opens a session. */
    signUp(input: {
      code: string;
      /** Refused if given and different from the code's address. */
      email?: string;
      name: string;
      password: string;
      profile?: Partial<ProfileFields>;
      /** Request headers for the sign-up notice; "" if absent. */
      referer: string;
      userAgent: string;
    }): Promise<
      | { kind: "created"; userId: number; token: string }
      | { kind: "refused"; reason: "invalid-code" | "weak-password" | "busy" }
    >;
    requestPasswordReset(input: { email: string; clientAddress: string }): Promise<{ kind: "accepted" } | TooMany>;
    findResetEmail(input: { code: string }): Promise<{ email: string } | null>;
    /** Consumes the code and ends all sessions of the user. */
    resetPassword(input: {
      code: string;
      password: string;
    }): Promise<{ kind: "changed" } | { kind: "refused"; reason: "invalid-code" | "weak-password" | "busy" }>;
    /**
     * Stores the given fields; the others stay. A new `email` is only requested: it requires the current password,
     * takes effect through the link mailed to it, and the old address is notified. If refused, nothing is stored.
     * Whether the new address is already registered is visible only in that mail.
     */
    updateProfile(input: {
      user: PlanHolder;
      changes: Partial<ProfileFields> & { name?: string; email?: string };
      /** Only checked if `email` is a new address. */
      currentPassword?: string;
      clientAddress: string;
    }): Promise<
      | { kind: "updated"; isEmailChangeMailed: boolean }
      | { kind: "refused"; reason: "wrong-password" | "busy" }
      | TooMany
    >;
    /** The new address of a change-email code; does not consume it. */
    findNewEmail(input: { code: string }): Promise<{ email: string } | null>;
    /**
     * Consumes the code, replaces the account's address and notifies the old one. Repeating it with the same code
     * returns the same result while that address is current, and changes nothing.
     */
    changeEmail(input: {
      code: string;
    }): Promise<{ kind: "changed"; email: string } | { kind: "refused"; reason: "invalid-code" }>;
    /**
     * Deletes the account with all personal data (name, mail, profile, sessions, models, analyses, waiting mails); its
     * id stays for the ledger. The API omits `password`, as the bearer token authorises the call.
     */
    deleteAccount(input: { user: PlanHolder; password?: string }): Promise<
      | { kind: "deleted" }
      /** billing-unavailable: Stripe does not respond, and a subscription must not outlive its account. */
      | { kind: "refused"; reason: "wrong-password" | "busy" | "billing-unavailable" }
      | TooMany
    >;
    /** Everything stored about the user, as one JSON document (snake_case wire names). */
    exportPersonalData(input: { user: PlanHolder }): Promise<Record<string, unknown>>;
  };
  models: {
    /** Enabled models, then disabled ones, each newest first. */
    list(input: { user: PlanHolder }): Promise<ModelSummary[]>;
    /** Like `list`, with the figures of each report. */
    listWithFigures(input: { user: PlanHolder }): Promise<ModelWithFigures[]>;
    /** Null if it is not the user's, deleted or unknown. */
    find(input: { user: PlanHolder; modelId: number }): Promise<ModelDetail | null>;
    /** Limits also apply to concurrent calls; the same formKey and content returns the existing model. */
    create(input: {
      user: PlanHolder;
      name: string;
      venueType: number;
      choice: FeatureChoice;
      formKey: string;
    }): Promise<
      | { kind: "created"; modelId: number }
      | {
          kind: "refused";
          /** In this order of precedence. */
          reason:
            | "venue-not-in-plan"
            | "no-features"
            | "too-many-features"
            | "creations-per-month"
            | "models-held"
            /** The form's model was created before and has been deleted. */
            | "already-deleted";
        }
    >;
    rename(input: { user: PlanHolder; modelId: number; name: string }): Promise<boolean>;
    remove(input: { user: PlanHolder; modelId: number }): Promise<boolean>;
    /** Whether it was the user's and is deleted, for forms sent twice. */
    wasRemoved(input: { user: PlanHolder; modelId: number }): Promise<boolean>;
    /** Without modelId: all finished models of the user. */
    confirm(input: { user: PlanHolder; modelId?: number }): Promise<void>;
  };
  races: {
    /**
     * Visible races of a day, sorted by venue type, venue and number, with the neighbouring race days; future days are
     * for plan 0 only.
     */
    listDay(input: { user: PlanHolder; date: string; withModels?: boolean }): Promise<
      | {
          kind: "races";
          races: RaceSummary[];
          days: RaceDays;
          /** Races of the day with a finished analysis of the user. */
          analysedRaceIds: string[];
          /** Like `models.list`; null unless requested. */
          models: ModelSummary[] | null;
        }
      | { kind: "refused"; reason: "future" }
    >;
    /** Race days nearest to a day that may not be opened, and the years with races; up to today. */
    findDays(input: { date: string }): Promise<RaceDays>;
    /** Null if unknown, invisible, or in the future for this user. */
    find(input: { user: PlanHolder; raceId: string }): Promise<{ race: RaceSummary; runners: Runner[] } | null>;
  };
  analyses: {
    /** Refusals in this order: input, model usable, day, parallel, month, lifetime. */
    request(input: { user: PlanHolder; modelId: number; raceId: string }): Promise<
      | { kind: "accepted" | "complete"; analysisId: number }
      | {
          kind: "refused";
          reason:
            | "race-not-found"
            | "race-without-runners"
            | "model-not-found"
            | "model-not-usable"
            | "model-disabled"
            | "model-of-other-venue"
            | "weight-not-announced"
            | "per-day"
            | "at-once"
            | "per-month"
            | "per-lifetime";
        }
    >;
    /** Newest first; all without a limit; scores only if requested. */
    list(input: { user: PlanHolder; offset: number; limit?: number; withScores?: boolean }): Promise<ListedAnalysis[]>;
    /** Tombstones of deleted analyses that were completed before their race's start; last completed first. */
    listDeleted(input: { user: PlanHolder; offset: number; limit: number }): Promise<DeletedAnalysis[]>;
    find(input: { user: PlanHolder; analysisId: number }): Promise<AnalysisDetail | null>;
    /** False if it is unknown, not the user's, or in progress. One completed before the start leaves a tombstone. */
    remove(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
    /** Whether it was the user's and is deleted, for forms sent twice. */
    wasRemoved(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
    /** Without analysisId: all finished analyses of the user. */
    confirm(input: { user: PlanHolder; analysisId?: number }): Promise<void>;
  };
  home: {
    /**
     * The user's models in the order of {@link Services.models}, the newest analyses, and the user's entries in the
     * seven newest rankings (empty without a paid plan); one round trip to D1.
     */
    read(input: {
      user: PlanHolder;
    }): Promise<{ models: ModelSummary[]; analyses: AnalysisSummary[]; rankings: OwnRanking[] }>;
  };
  rankings: RankingServices;
  sharing: SharingServices;
  limits: {
    /**
     * Counts a call of a limited API route: 300 per user and minute, 30 for plans, which call Stripe, and for the
     * profile.
     */
    takeCall(input: {
      user: PlanHolder;
      door: "models" | "analyze" | "plans" | "profile";
    }): Promise<{ kind: "allowed" } | TooMany>;
    /** Counts a call about a shared analysis: 60 per address and minute for each route. */
    takeShareCall(input: { clientAddress: string; door: "analysis" | "image" }): Promise<{ kind: "allowed" } | TooMany>;
    /** Called before a mailed code is checked: 50 wrong ones per address and hour. */
    takeCodeTry(input: { clientAddress: string }): Promise<{ kind: "allowed"; takenAt: number } | TooMany>;
    /** Called after a correct code, which does not count. */
    returnCodeTry(input: { clientAddress: string; takenAt: number }): Promise<void>;
  };
  plans: {
    /** From the mirror, in one round trip. */
    read(input: { user: PlanHolder }): Promise<{
      plan: number;
      /** The next charge; null without a subscription. */
      currentPeriodEnd: number | null;
      hasDowngradedThisMonth: boolean;
      /** When a payment page was opened whose payment is not known yet; unix seconds. */
      checkoutOpenedAt: number | null;
      /** Has a card, invoices or receipts at the payment provider. */
      isCustomer: boolean;
    }>;
    /** The content of the final confirmation; queries Stripe, changes nothing. */
    preview(input: { user: PlanHolder; plan: number }): Promise<PlanPreview | PlanRefused>;
    /** Upgrades or downgrades, with the preview's proration date (unix seconds); without one (the API), as of now. */
    change(input: {
      user: PlanHolder;
      plan: number;
      prorationDate?: number;
    }): Promise<{ kind: "changed"; plan: number } | PlanRefused>;
    /** First subscription, or paying again in restricted mode: the payment page's URL. */
    checkout(input: { user: PlanHolder; plan: number }): Promise<{ kind: "opened"; url: string } | PlanRefused>;
    /** At once, without refund; remaining credit is forfeited. */
    cancel(input: { user: PlanHolder }): Promise<{ kind: "cancelled" } | PlanRefused>;
    /** The payment provider's page for card, invoices and receipts; customers only. */
    portal(input: { user: PlanHolder }): Promise<{ kind: "opened"; url: string } | PlanRefused>;
    /** Synchronises with Stripe, so that users returning from payment need not wait for a webhook. */
    refresh(input: { user: PlanHolder }): Promise<{ kind: "read"; plan: number } | PlanRefused>;
    /** Plan 2–6 of a `price_id` of the API: a lookup key or Stripe's own id. */
    findPlanOfPrice(input: { priceId: string }): Promise<number | null>;
  };
  webhooks: {
    /** Stores Stripe's event; a job processes it. */
    receive(input: {
      body: string;
      signature: string | null;
    }): Promise<{ kind: "accepted" } | { kind: "refused"; reason: "bad-signature" | "malformed" }>;
  };
  operations: {
    /** Data version; throws if D1 does not respond. */
    readHealth(): Promise<{ dataVersion: string | null }>;
    listDevMails(): Promise<{ to: string; subject: string; text: string; html: string; sentAt: number }[]>;
  };
}

export interface PlanRefused {
  kind: "refused";
  reason:
    | "same-plan"
    /** No plan that this user can choose (plan-offer.ts). */
    | "not-offered"
    /** Paid plan without a subscription, granted by the operator: another one is bought by checkout. */
    | "needs-checkout"
    | "already-subscribed"
    | "downgraded-this-month"
    | "card-declined"
    | "preview-outdated"
    /** Not a customer of the payment provider. */
    | "no-customer"
    /** Another change of this user is in progress. */
    | "busy"
    /** Stripe does not respond. */
    | "unavailable";
}

export interface SessionUser extends PlanHolder, ProfileFields {
  name: string;
  email: string;
  /** Uses today and this month, and model creations this month (day and month in Japan). */
  analysesToday: number;
  analysesThisMonth: number;
  modelCreationsThisMonth: number;
  /** Lifetime number accepted while Free limits applied. */
  freeAnalyses: number;
  unconfirmedModels: { modelId: number; name: string; completedAt: number }[];
  unconfirmedAnalyses: { analysisId: number; raceInfo: RaceInfo; completedAt: number }[];
}

export interface ModelSummary {
  modelId: number;
  name: string;
  venueType: number;
  choice: FeatureChoice;
  featureCount: number;
  isWeight: boolean;
  status: number;
  progress: number | null;
  /** Why the present plan cannot use it; null = enabled. */
  disabled: "too-many-features" | "beyond-model-limit" | null;
  /** The summary of its report. */
  report: SkillReport | null;
  cutoffDay: string | null;
  createdAt: number;
  completedAt: number | null;
  isConfirmed: boolean;
}

export interface ModelWithFigures extends ModelSummary {
  /** Null where a model has no report. */
  figures: ModelFigures | null;
}

export interface ModelDetail extends ModelSummary {
  /** Null before the model is complete, and for models made before these were kept. */
  details: ModelDetails | null;
}
