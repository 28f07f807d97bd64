import type { ModelDetails, ModelFigures } from "#app/domain/evaluation/model-details.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { SkillReport } from "#app/domain/learning/artifact.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { PlanPreview } from "#app/domain/plans/plan-preview.ts";
import type { ProfileFields } from "#app/domain/profile.ts";
import type { Runner } from "#app/domain/racing/race.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
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
 * The use cases as loaders, actions and the API see them, bound to their dependencies by
 * `bindServices` (bind-services.server.ts). Each is implemented as a plain function `(deps, input) → result` in
 * `<aggregate>.server.ts`. Expected refusals are values; a thrown error is a bug or an outage.
 */
export interface Services {
  auth: {
    /** One D1 round trip: session, user, counters and notifications. Null: no such session (ended or expired). */
    findSessionUser(input: { token: string }): Promise<SessionUser | null>;
    signIn(input: {
      email: string;
      password: string;
      clientAddress: string;
    }): Promise<{ kind: "signed-in"; token: string } | { kind: "refused"; reason: "wrong-credentials" } | TooMany>;
    signOut(input: { token: string }): Promise<void>;
    signOutEverywhere(input: { user: { id: number } }): Promise<void>;
    /** Whether the token was a session of an account that is deleted now. */
    isOfDeletedUser(input: { token: string }): Promise<boolean>;
  };
  accounts: {
    /** Always accepted alike, whether or not the address is registered. */
    requestSignUp(input: {
      email: string;
      attribution: string;
      clientAddress: string;
    }): Promise<{ kind: "accepted" } | TooMany>;
    /** Consumes nothing. */
    findSignUpEmail(input: { code: string }): Promise<{ email: string } | null>;
    /** Consumes the code, creates the user on plan Free and opens a session. */
    signUp(input: {
      code: string;
      /** Refused when given and not the code's. */
      email?: string;
      name: string;
      password: string;
      profile?: Partial<ProfileFields>;
      /** Headers of the request, for the sign-up notice; "" where there is none. */
      referer: string;
      userAgent: string;
    }): Promise<
      | { kind: "created"; userId: number; token: string }
      | { kind: "refused"; reason: "invalid-code" | "weak-password" | "busy" }
    >;
    requestPasswordReset(input: { email: string; clientAddress: string }): Promise<{ kind: "accepted" } | TooMany>;
    findResetEmail(input: { code: string }): Promise<{ email: string } | null>;
    /** Consumes the code and ends every session of the user. */
    resetPassword(input: {
      code: string;
      password: string;
    }): Promise<{ kind: "changed" } | { kind: "refused"; reason: "invalid-code" | "weak-password" | "busy" }>;
    /**
     * Stores what is given; what is left out stays. Another `email` is only asked for: it takes effect by the link
     * mailed to it, the old address is told, and the current password is wanted. Refused, nothing at all is stored.
     * Whether the new address is taken shows nowhere but in that mail.
     */
    updateProfile(input: {
      user: PlanHolder;
      changes: Partial<ProfileFields> & { name?: string; email?: string };
      /** Only looked at when `email` is another one. */
      currentPassword?: string;
      clientAddress: string;
    }): Promise<
      | { kind: "updated"; isEmailChangeMailed: boolean }
      | { kind: "refused"; reason: "wrong-password" | "busy" }
      | TooMany
    >;
    /** The new address of a change-email code; consumes nothing. */
    findNewEmail(input: { code: string }): Promise<{ email: string } | null>;
    /**
     * Consumes the code; the account's address is the new one from now on, and the old one is told. The same code again
     * is answered alike as long as that is so, and does nothing.
     */
    changeEmail(input: {
      code: string;
    }): Promise<{ kind: "changed"; email: string } | { kind: "refused"; reason: "invalid-code" }>;
    /**
     * Deletes the account with everything personal (name, mail, profile, sessions, models, analyses, mails waiting); its
     * id stays for the ledger. `password` is left out by the API, where the bearer token stands for the user.
     */
    deleteAccount(input: { user: PlanHolder; password?: string }): Promise<
      | { kind: "deleted" }
      /** billing-unavailable: Stripe does not answer, and a subscription must not outlive its account. */
      | { kind: "refused"; reason: "wrong-password" | "busy" | "billing-unavailable" }
      | TooMany
    >;
    /** Everything kept about the user, as one JSON document (snake_case wire names). */
    exportPersonalData(input: { user: PlanHolder }): Promise<Record<string, unknown>>;
  };
  models: {
    /** Enabled ones newest first, then the disabled ones. */
    list(input: { user: PlanHolder }): Promise<ModelSummary[]>;
    /** As `list`, with what each report's figures are. */
    listWithFigures(input: { user: PlanHolder }): Promise<ModelWithFigures[]>;
    /** Null when it is not the user's, deleted or unknown. */
    find(input: { user: PlanHolder; modelId: number }): Promise<ModelDetail | null>;
    /** Limits hold under concurrency; the same formKey and content again gives the same model back. */
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
            /** The form made its model before, and the user has deleted that. */
            | "already-deleted";
        }
    >;
    rename(input: { user: PlanHolder; modelId: number; name: string }): Promise<boolean>;
    remove(input: { user: PlanHolder; modelId: number }): Promise<boolean>;
    /** Whether it was the user's and is deleted: a form sent twice finds it so. */
    wasRemoved(input: { user: PlanHolder; modelId: number }): Promise<boolean>;
    /** Without modelId: every finished one of the user. */
    confirm(input: { user: PlanHolder; modelId?: number }): Promise<void>;
  };
  races: {
    /**
     * Visible races of a day, sorted by venue type, venue, number, with the race days around it; future days are for plan 0
     * only.
     */
    listDay(input: { user: PlanHolder; date: string; withModels?: boolean }): Promise<
      | {
          kind: "races";
          races: RaceSummary[];
          days: RaceDays;
          /** Of these races, those that a finished analysis of the user is there for. */
          analysedRaceIds: string[];
          /** As `models.list` gives them; null unless asked for. */
          models: ModelSummary[] | null;
        }
      | { kind: "refused"; reason: "future" }
    >;
    /** Race days nearest to a day, for one that may not be opened, and the years with any; today at most. */
    findDays(input: { date: string }): Promise<RaceDays>;
    /** Null when unknown, invisible, or in the future for this user. */
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
    /** Newest first; without limit all; with the scores only where asked for. */
    list(input: { user: PlanHolder; offset: number; limit?: number; withScores?: boolean }): Promise<ListedAnalysis[]>;
    /** What stays of deleted analyses that were fixed before their race's start; the last fixed first. */
    listDeleted(input: { user: PlanHolder; offset: number; limit: number }): Promise<DeletedAnalysis[]>;
    find(input: { user: PlanHolder; analysisId: number }): Promise<AnalysisDetail | null>;
    /** False when it is unknown, not the user's, or in progress. One that was fixed before the start leaves a tombstone. */
    remove(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
    /** Whether it was the user's and is deleted: a form sent twice finds it so. */
    wasRemoved(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
    /** Without analysisId: every finished one of the user. */
    confirm(input: { user: PlanHolder; analysisId?: number }): Promise<void>;
  };
  home: {
    /**
     * The user's models as {@link Services.models} lists them, the newest analyses, and the user's own entries in the
     * seven newest rankings (empty for those who do not pay now); one round trip to D1.
     */
    read(input: {
      user: PlanHolder;
    }): Promise<{ models: ModelSummary[]; analyses: AnalysisSummary[]; rankings: OwnRanking[] }>;
  };
  rankings: RankingServices;
  sharing: SharingServices;
  limits: {
    /** Counts a call at one of the API's costly doors: 300 per user and minute, 30 of plans, which ask Stripe. */
    takeCall(input: {
      user: PlanHolder;
      door: "models" | "analyze" | "plans" | "profile";
    }): Promise<{ kind: "allowed" } | TooMany>;
    /** Counts a call about a shared analysis: 60 per address and minute at each door. */
    takeShareCall(input: { clientAddress: string; door: "analysis" | "image" }): Promise<{ kind: "allowed" } | TooMany>;
    /** Before a mailed code is looked at: 50 wrong ones per address and hour. */
    takeCodeTry(input: { clientAddress: string }): Promise<{ kind: "allowed"; takenAt: number } | TooMany>;
    /** After a right one, which does not count. */
    returnCodeTry(input: { clientAddress: string; takenAt: number }): Promise<void>;
  };
  plans: {
    /** From the mirror, in one round trip. */
    read(input: { user: PlanHolder }): Promise<{
      plan: number;
      /** The next charge; null without a subscription. */
      currentPeriodEnd: number | null;
      hasDowngradedThisMonth: boolean;
      /** Unix seconds at which the payment page was opened whose payment is not known yet. */
      checkoutOpenedAt: number | null;
      /** Has a card, invoices or receipts at the payment provider. */
      isCustomer: boolean;
    }>;
    /** What the final confirmation of a choice shows; asks Stripe, changes nothing. */
    preview(input: { user: PlanHolder; plan: number }): Promise<PlanPreview | PlanRefused>;
    /** Upgrade or downgrade, with the preview's proration date (unix seconds); without one (the API) as of now. */
    change(input: {
      user: PlanHolder;
      plan: number;
      prorationDate?: number;
    }): Promise<{ kind: "changed"; plan: number } | PlanRefused>;
    /** First subscription, or repayment in restricted mode: the payment page's address. */
    checkout(input: { user: PlanHolder; plan: number }): Promise<{ kind: "opened"; url: string } | PlanRefused>;
    /** At once, without refund; what credit was left is gone. */
    cancel(input: { user: PlanHolder }): Promise<{ kind: "cancelled" } | PlanRefused>;
    /** The payment provider's page for card, invoices and receipts of whoever is a customer there. */
    portal(input: { user: PlanHolder }): Promise<{ kind: "opened"; url: string } | PlanRefused>;
    /** Looks at Stripe and mirrors it, so that who comes back from paying need not wait for a webhook. */
    refresh(input: { user: PlanHolder }): Promise<{ kind: "read"; plan: number } | PlanRefused>;
    /** Plan 2–6 of a `price_id` of the API: a lookup key, or Stripe's own id. */
    findPlanOfPrice(input: { priceId: string }): Promise<number | null>;
  };
  webhooks: {
    /** Stores Stripe's event; what follows from it is done by a job. */
    receive(input: {
      body: string;
      signature: string | null;
    }): Promise<{ kind: "accepted" } | { kind: "refused"; reason: "bad-signature" | "malformed" }>;
  };
  operations: {
    /** Build and data version; throws when D1 does not answer. */
    readHealth(): Promise<{ dataVersion: string | null }>;
    listDevMails(): Promise<{ to: string; subject: string; text: string; html: string; sentAt: number }[]>;
  };
}

export interface PlanRefused {
  kind: "refused";
  reason:
    | "same-plan"
    /** No plan that this user can choose: plan-offer.ts. */
    | "not-offered"
    /** Paid plan without a subscription, given by the operator: another one is bought by checkout. */
    | "needs-checkout"
    | "already-subscribed"
    | "downgraded-this-month"
    | "card-declined"
    | "preview-outdated"
    /** Nobody that the payment provider knows. */
    | "no-customer"
    /** Another change of this user is going on. */
    | "busy"
    /** Stripe does not answer. */
    | "unavailable";
}

export interface SessionUser extends PlanHolder, ProfileFields {
  name: string;
  email: string;
  /** Used today, this month, and model creations this month (Japan's day and month). */
  analysesToday: number;
  analysesThisMonth: number;
  modelCreationsThisMonth: number;
  /** Accepted over the lifetime while Free limits applied. */
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
