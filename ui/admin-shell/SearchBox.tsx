import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from '#ui/kit/controls/Input.tsx';
import css from './AdminShell.module.css';
import { useShortcuts } from './use-shortcuts.ts';
import { useUrlState } from './use-url-state.ts';

/** Types into the address a moment after the last letter. The slash key leads here. */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const [search, change] = useUrlState();
  const inUrl = search.get('q') ?? '';
  const [typed, setTyped] = useState(inUrl);
  const [was, setWas] = useState(inUrl);
  // What this box itself sent; letters typed since then stay.
  const [sent, setSent] = useState(inUrl);
  if (was !== inUrl) {
    setWas(inUrl);
    if (inUrl !== sent) setTyped(inUrl);
  }
  useEffect(() => {
    if (typed === inUrl) return undefined;
    const later = setTimeout(() => {
      setSent(typed);
      change({ q: typed, page: null });
    }, 250);
    return () => clearTimeout(later);
  }, [typed, inUrl, change]);
  useShortcuts({ '/': () => document.getElementById('console-search')?.focus() });
  return (
    <div className={css.grow}>
      <Input
        id="console-search"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        icon={<Search />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
