import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Input } from '#ui/kit/controls/Input.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useUrlState } from './use-url-state.ts';

/** A search box whose text is the URL's `q`, updated a moment after the last key. The slash key focuses it. */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const [search, change] = useUrlState();
  const inUrl = search.get('q') ?? '';
  const [text, setText] = useState(inUrl);
  const [lastInUrl, setLastInUrl] = useState(inUrl);
  // The text this box last wrote to the URL; text typed since then stays.
  const [lastSent, setLastSent] = useState(inUrl);
  if (lastInUrl !== inUrl) {
    setLastInUrl(inUrl);
    if (inUrl !== lastSent) setText(inUrl);
  }
  useEffect(() => {
    if (text === inUrl) return undefined;
    const timer = setTimeout(() => {
      setLastSent(text);
      change({ q: text, page: null });
    }, 250);
    return () => clearTimeout(timer);
  }, [text, inUrl, change]);
  useShortcuts({ '/': () => document.getElementById('console-search')?.focus() });
  return (
    <div className={layout.grow}>
      <Input
        id="console-search"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        icon={<Search />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Removes the focus, so that the list's shortcuts work again.
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </div>
  );
}
