/** Final confirmation of a plan change. Instants are unix seconds. */
export type PlanPreview =
  | {
      kind: "checkout";
      plan: number;
      priceYen: number;
      /** Credit from before a failed renewal; used by the first charge. */
      creditYen: number;
    }
  | {
      kind: "change";
      direction: "upgrade" | "downgrade";
      plan: number;
      priceYen: number;
      /** Sent with the change, so that it charges exactly this amount. */
      prorationDate: number;
      /** Price of the new month minus the unused part of the paid one; a negative amount becomes credit. */
      totalYen: number;
      /** Charged to the card now, after credit. */
      chargedYen: number;
      /** Credit left afterwards. */
      creditYen: number;
      /** End of the new month, when the next charge is made. */
      periodEnd: number;
    }
  | { kind: "cancel"; creditYen: number };
