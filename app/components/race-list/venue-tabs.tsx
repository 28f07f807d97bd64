import { useEffect, useState } from "react";

/** The bottom of the bar and the tabs. */
const TABS_END = 124;

interface VenueTab {
  id: string;
  venue: string;
  next: string;
}

/** Links to the courses of a day; with script the one that is on the screen is marked. */
export function VenueTabs({ tabs }: { tabs: readonly VenueTab[] }) {
  const shown = useShownSection(tabs.map(({ id }) => id).join(" "));
  return (
    <nav className="vtabs" aria-label="競馬場">
      {tabs.map(({ id, venue, next }) => (
        <a key={id} href={`#${id}`} aria-current={id === shown ? "location" : undefined}>
          {venue}
          <small>{next}</small>
        </a>
      ))}
    </nav>
  );
}

/** The section below the tabs, the last one at the page's end; null above the first, and without script. */
function useShownSection(ids: string): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const find = () => {
      const sections = ids.split(" ").flatMap((id) => document.getElementById(id) ?? []);
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= TABS_END);
      setShown((isAtEnd ? sections : passed).at(-1)?.id ?? null);
    };
    find();
    addEventListener("scroll", find, { passive: true });
    return () => removeEventListener("scroll", find);
  }, [ids]);
  return shown;
}
