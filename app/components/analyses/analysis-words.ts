/** In place of a list of analyses. */
export const NO_ANALYSES = "まだレースを分析していません";

/** Of an analysis whose model was trained on the race. */
export const LEARNT_FROM = "学習に使ったレースのため参考値です";
