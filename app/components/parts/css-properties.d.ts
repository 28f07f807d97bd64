import "react";

declare module "react" {
  /** Figures pass their values to the stylesheet as custom properties. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
