import type { MetaDescriptor } from "@remix-run/react";
import { pageMeta } from "./brand.ts";

/** A picture for cards of other sites: 1200 × 630, PNG. */
interface CardImage {
  /** On this site; its address is absolute in the tags. */
  path: string;
  /** What is to be seen on it. */
  alt: string;
}

/**
 * The tags of {@link pageMeta} with a picture of the page's own in place of the product's icon. Apart from it, because
 * the pages that load script have none.
 */
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
