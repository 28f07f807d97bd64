import type { MetaDescriptor } from "@remix-run/react";
import { pageMeta } from "./page-meta.ts";

/** 1200 × 630, PNG. */
interface CardImage {
  /** Path on this site; the tags have the absolute URL. */
  path: string;
  alt: string;
}

/** {@link pageMeta} with a page's own image. A separate file, because pages with script have no such image. */
export function pictureMeta(
  args: Parameters<typeof pageMeta>[0],
  { image, ...page }: NonNullable<Parameters<typeof pageMeta>[1]> & { image?: CardImage },
): MetaDescriptor[] {
  const tags = pageMeta(args, page);
  if (image === undefined) return tags;
  const root = args.matches.find(({ id }) => id === "root")?.data as { publicUrl?: string } | undefined;
  const own = new Map([
    ["og:image", `${root?.publicUrl ?? ""}${image.path}`],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["twitter:card", "summary_large_image"],
  ]);
  return [...tags.map((tag) => withOwn(tag, own)), { property: "og:image:alt", content: image.alt }];
}

function withOwn(tag: MetaDescriptor, own: ReadonlyMap<string, string>): MetaDescriptor {
  const key = "property" in tag ? tag.property : "name" in tag ? tag.name : undefined;
  const content = typeof key === "string" ? own.get(key) : undefined;
  return content === undefined ? tag : ({ ...tag, content } as MetaDescriptor);
}
