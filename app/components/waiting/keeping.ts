import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Loaded after the page, so that it delays none. Without it, or where it cannot be loaded, a page works all the same. */
const load = () => import("#app/components/keeping/keeping.ts");

/**
 * Keeps what is typed on a logged-in page when its session ends or the network fails, and shows the site's own network error
 * where the browser would show its own.
 *
 * @param userId undefined: no user's page
 */
export function useKeeping(userId: number | undefined): void {
  const { pathname, search } = useLocation();
  const { state, formData } = useNavigation();
  const navigate = useNavigate();
  const wasSent = useRef(false);
  const showError = useRef(() => {});
  // What the page loads again fails too, and that is what shows the error.
  showError.current = () => navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true });

  useEffect(() => {
    if (userId === undefined) return;
    use(({ pageShown }) => pageShown({ userId, path: pathname }));
    return () => use(({ pageLeft }) => pageLeft());
  }, [userId, pathname]);
  useEffect(() => {
    if (state !== "idle") {
      wasSent.current ||= formData !== undefined;
      use(({ keepDraft }) => keepDraft());
    } else if (wasSent.current) {
      wasSent.current = false;
      use(({ formSent }) => formSent());
    }
  }, [state, formData]);
  useEffect(() => {
    let stop = () => {};
    use(({ watchReloads }) => {
      stop = watchReloads(() => showError.current());
    });
    return () => stop();
  }, []);
}

function use(act: (keeping: Awaited<ReturnType<typeof load>>) => void): void {
  load().then(act, () => {});
}
