import type { ServerBuild } from "@remix-run/cloudflare";

export const mode: string;
export const routes: ServerBuild["routes"];
export const assets: ServerBuild["assets"];
export const entry: {
  module: ServerBuild["entry"]["module"] & {
    publicStyles: readonly { href: string; text: string }[];
  };
};
export const publicPath: ServerBuild["publicPath"];
export const assetsBuildDirectory: ServerBuild["assetsBuildDirectory"];
export const future: ServerBuild["future"];
export const isSpaMode: ServerBuild["isSpaMode"];
export const basename: ServerBuild["basename"];
