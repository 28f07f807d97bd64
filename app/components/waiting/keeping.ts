import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Runs with code that is loaded after the page. The page works without it. */
export function withKeeping(act: (keeping: typeof import("#app/components/keeping/keeping.ts")) => void): void {
  import("#app/components/keeping/keeping.ts").then(act, () => {});
}

/** `userId` is undefined outside a user's pages. */
export function useKeeping(userId: number | undefined): void {
  const { pathname: path } = useLocation();
  const { state, formData } = useNavigation();
  const navigate = useNavigate();
  // It compares with the previous call.
  useEffect(() => withKeeping(({ follow }) => follow({ userId, path, state, formData, navigate })));
  useEffect(() => () => withKeeping(({ leave }) => leave()), []);
}
