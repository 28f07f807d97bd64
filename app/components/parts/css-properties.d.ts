import "react";

declare module "react" {
  /** Figures hand their values to the stylesheet as custom properties. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
