import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNavigation } from './console-nav.tsx';

const CHORD_TIMEOUT = 1_200;

/** G followed by a letter opens the page with that shortcut. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const { places } = useNavigation();
  useEffect(() => {
    let armedUntil = 0;
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target?.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role="dialog"]')
      )
        return;
      const key = event.key.toUpperCase();
      if (key === 'G' && Date.now() > armedUntil) {
        armedUntil = Date.now() + CHORD_TIMEOUT;
        return;
      }
      if (Date.now() > armedUntil) return;
      armedUntil = 0;
      const place = places.find(({ keys }) => keys === `G ${key}`);
      if (!place) return;
      event.preventDefault();
      // Runs before the page's own shortcuts.
      event.stopImmediatePropagation();
      void navigate(place.to);
    };
    addEventListener('keydown', keyDown, true);
    return () => removeEventListener('keydown', keyDown, true);
  }, [navigate, places]);
}
