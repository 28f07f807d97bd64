import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Runs with what is loaded after the page, so that it delays none; without it a page works all the same. */
export function withKeeping(act: (keeping: typeof import("#app/components/keeping/keeping.ts")) => void): void {
  import("#app/components/keeping/keeping.ts").then(act, () => {});
}

/**
 * Keeps what is typed on a logged-in page when its session ends or the network fails, and shows the site's own network error
 * where the browser would show its own.
 *
 * @param userId undefined: no user's page
 */
export function useKeeping(userId: number | undefined): void {
  const { pathname: path } = useLocation();
  const { state, formData } = useNavigation();
  const navigate = useNavigate();
  // It compares with the call before.
  useEffect(() => withKeeping(({ follow }) => follow({ userId, path, state, formData, navigate })));
  useEffect(() => () => withKeeping(({ leave }) => leave()), []);
}
