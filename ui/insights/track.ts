import type { Tracker } from './tracker.ts';

/**
 * Tracks visits. Calls are queued until the page is idle and the tracker has loaded. Visitors who opt out (Global Privacy
 * Control, Do Not Track) are not tracked, and failures never affect the page.
 */
type TrackerCall = { [K in keyof Tracker]: [name: K, args: Parameters<Tracker[K]>, at: number] }[keyof Tracker];

const queue: TrackerCall[] = [];
let tracker: Tracker | null = null;
let isLoading = false;

const hasOptedOut = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
};

function callTracker(...call: TrackerCall): void {
  if (tracker) return (tracker[call[0]] as (...args: unknown[]) => void)(...call[1]);
  if (isLoading && hasOptedOut()) return;
  queue.push(call);
  if (isLoading) return;
  isLoading = true;
  const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1_500));
  whenIdle(() => {
    if (hasOptedOut()) return void queue.splice(0);
    import('./tracker.ts').then(
      ({ createTracker }) => {
        tracker = createTracker();
        for (const [name, args, at] of queue.splice(0))
          tracker.replay(performance.now() - at, () => (tracker![name] as (...args: unknown[]) => void)(...args));
      },
      () => void queue.splice(0),
    );
  });
}

/** Records only the path, without the query. */
export const trackPageView = (path: string): void => callTracker('page', [path], performance.now());
/** Call trackSearch for its results. */
export const trackSearchStart = (query: string, variant: string, searchType: SearchType, element?: Element | null): void =>
  callTracker('event', [{ eventType: 'search', eventName: 'search_initiated', searchQuery: query, variant, searchType, ...describeElement(element) }], performance.now()); // prettier-ignore
export const trackSearch = (query: string, results: number, searchType: SearchType = 'general'): void =>
  callTracker('event', [{ eventType: 'search', eventName: 'search', searchQuery: query, searchResults: results, searchType }], performance.now()); // prettier-ignore
/** The listings that a page of search results shows, and those of them in sponsored places. */
export const trackResults = (shown: readonly number[], sponsored: readonly number[]): void =>
  callTracker('event', [{ eventType: 'results', eventName: 'results_shown', shown, sponsored }], performance.now());
export const trackProfile = (dentistId: number): void =>
  callTracker('event', [{ eventType: 'profile_view', eventName: 'profile_view', dentistId }], performance.now());
export const trackClick = (
  dentistId: number,
  position: number,
  source = 'search_results',
  element?: Element,
  variant?: string,
): void => {
  callTracker('event', [{ eventType: 'click', eventName: 'dentist_click', dentistId, clickPosition: position, source, variant, ...describeElement(element) }], performance.now()); // prettier-ignore
  callTracker('conversion', ['dentist_click', dentistId], performance.now());
};
type ContactType = 'phone' | 'directions' | 'website' | 'email';
export const trackContact = (dentistId: number, contactType: ContactType, element?: Element): void => {
  callTracker('event', [{ eventType: 'contact', eventName: 'contact_attempt', dentistId, contactType, ...describeElement(element) }], performance.now()); // prettier-ignore
  callTracker('conversion', ['contact_attempt', dentistId], performance.now());
};
/** The link or button that the visitor used. */
const describeElement = (element?: Element | null) =>
  element && {
    elementId: element.id,
    elementText: element.textContent.replace(/\s+/g, ' ').trim().slice(0, 100),
  };
/** `value` is in dollars. */
export const trackSubscription = (planType: string, value: number): void =>
  callTracker('event', [{ eventType: 'subscription', eventName: 'subscription', planType, value }], performance.now());

type SearchType = 'general' | 'location_and_service' | 'location_only' | 'service_only';
export const searchTypeOf = (location: string, service: string): SearchType =>
  location ? (service ? 'location_and_service' : 'location_only') : service ? 'service_only' : 'general';
