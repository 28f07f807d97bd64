/** What stands on the final confirmation of a plan. Instants in unix seconds. */
export type PlanPreview =
  | {
      kind: "checkout";
      plan: number;
      priceYen: number;
      /** What is left from before a failed renewal; used by the first charge. */
      creditYen: number;
    }
  | {
      kind: "change";
      direction: "upgrade" | "downgrade";
      plan: number;
      priceYen: number;
      /** To be sent with the change, which then charges what is shown here. */
      prorationDate: number;
      /** New month minus what is left of the paid one; negative = becomes credit. */
      totalYen: number;
      /** Charged to the card now, after credit. */
      chargedYen: number;
      /** Credit left afterwards. */
      creditYen: number;
      /** End of the new month: the next charge. */
      periodEnd: number;
    }
  | { kind: "cancel"; creditYen: number };
