import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { documentTitle } from "#app/components/brand.ts";
import { NotFound } from "#app/components/error-pages.tsx";

export const meta: MetaFunction = () => [{ title: documentTitle("ページが見つかりません") }];

/** Any URL that no other route knows, /404 included. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return data({ homeTo: context.sessionToken(request) === null ? "/" : "/home" }, { status: 404 });
}

export default function UnknownPage() {
  return <NotFound homeTo={useLoaderData<typeof loader>().homeTo} />;
}
