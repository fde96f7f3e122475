import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { trackClick, trackContact, trackPageView, trackProfile } from './track.ts';

/**
 * Tracks page views, profile views (`data-track-view="ID"`), and clicks (`data-track="click ID POSITION SOURCE VARIANT"` or
 * `data-track="contact ID KIND"`). It uses attributes instead of handlers, because most of a page is not hydrated until
 * the visitor interacts with it.
 */
export function Tracking() {
  const { pathname } = useLocation();
  useEffect(() => {
    trackPageView(pathname);
    // A server-rendered profile is there immediately; after client-side navigation it takes a moment.
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
    const trackMarkedClick = ({ target }: Event) => {
      const element = target instanceof Element ? target.closest('[data-track]') : null;
      if (!element) return;
      const [kind, id, detail, source, variant] = element.getAttribute('data-track')!.split(' ');
      if (kind === 'contact') trackContact(Number(id), detail as 'phone', element);
      else trackClick(Number(id), Number(detail), source, element, variant);
    };
    addEventListener('click', trackMarkedClick, true);
    return () => removeEventListener('click', trackMarkedClick, true);
  }, []);
  return null;
}
