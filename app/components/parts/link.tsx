import { type LinkProps, Link as RouterLink } from "@remix-run/react";

/** A path of this site as it stands: nothing about it depends on where the link is. */
const OWN_PATH = /^\/(?![/\\])/;

/**
 * Remix's `Link`. The server draws the same element without asking the router: resolving every address against the
 * routes was a fifth of the work of a list's page, and a path from the root is its own address.
 */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  const { to, prefetch = "none", discover = "render", reloadDocument, ...rest } = props;
  if (typeof to !== "string" || !OWN_PATH.test(to) || prefetch !== "none") return <RouterLink {...props} />;
  // What only navigation in the browser reads is no attribute.
  const { preventScrollReset, relative, replace, state, viewTransition, ...attributes } = rest;
  return (
    <a
      {...attributes}
      href={to}
      data-discover={discover === "render" && reloadDocument !== true ? "true" : undefined}
    />
  );
}
