import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { trackClick, trackContact, trackPageView, trackProfile } from './track.ts';

/**
 * Tells of pages, of profiles (`data-track-view="ID"`), and of clicks on what says so itself: `data-track="click ID
 * POSITION SOURCE"` or `data-track="contact ID KIND"`. Marks instead of handlers, because most of a page has none until
 * it is touched.
 */
export function Tracking() {
  const { pathname } = useLocation();
  useEffect(() => {
    trackPageView(pathname);
    // A profile is there at once when the server wrote it, and a moment later when one comes from another page.
    const timers = [0, 300, 1_000, 3_000].map((wait) =>
      setTimeout(() => {
        const id = document.querySelector('[data-track-view]')?.getAttribute('data-track-view');
        if (!id) return;
        trackProfile(Number(id));
        for (const timer of timers) clearTimeout(timer);
      }, wait),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [pathname]);
  useEffect(() => {
    const tell = ({ target }: Event) => {
      const mark = target instanceof Element ? target.closest('[data-track]')?.getAttribute('data-track') : null;
      if (!mark) return;
      const [what, id, detail, source] = mark.split(' ');
      if (what === 'contact') trackContact(Number(id), detail as 'phone');
      else trackClick(Number(id), Number(detail), source);
    };
    addEventListener('click', tell, true);
    return () => removeEventListener('click', tell, true);
  }, []);
  return null;
}
