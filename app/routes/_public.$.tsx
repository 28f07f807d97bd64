import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "#app/components/brand.ts";
import { NotFound } from "#app/components/error-pages.tsx";

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: "ページが見つかりません",
    description: "URLが間違っているか、ページが移動または削除された可能性があります。",
  });

/** Any URL that no other route knows, /404 included. Not kept by any cache, so it may know of a log-in. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return data({ homeTo: context.sessionToken(request) === null ? "/" : "/home" }, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound homeTo={useLoaderData<typeof loader>().homeTo} />;
}
