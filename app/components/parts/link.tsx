import { type LinkProps, Link as RouterLink } from "@remix-run/react";

const ABSOLUTE_PATH = /^\/(?![/\\])/;

/** The server does not resolve links against the routes, which was a fifth of the work for a list. */
export const Link = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: LinkProps) {
  const { to, prefetch = "none", discover = "render", reloadDocument, ...rest } = props;
  if (typeof to !== "string" || !ABSOLUTE_PATH.test(to) || prefetch !== "none") return <RouterLink {...props} />;
  // Props for client-side navigation are not attributes.
  const { preventScrollReset, relative, replace, state, viewTransition, ...attributes } = rest;
  return (
    <a
      {...attributes}
      href={to}
      data-discover={discover === "render" && reloadDocument !== true ? "true" : undefined}
    />
  );
}
