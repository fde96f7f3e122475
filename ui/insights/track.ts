import type { Tracker } from './tracker.ts';

/**
 * What pages say about a visit. Until the page is idle this is a list; then the sender is loaded and takes it over.
 * Nobody who asks not to be tracked (Global Privacy Control, Do Not Track) is, and no failure ever reaches a page.
 */
type Told = { [K in keyof Tracker]: [name: K, args: Parameters<Tracker[K]>, at: number] }[keyof Tracker];

const waiting: Told[] = [];
let tracker: Tracker | null = null;
let asked = false;

const refused = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
};

function tell(...told: Told): void {
  if (tracker) return (tracker[told[0]] as (...args: unknown[]) => void)(...told[1]);
  if (asked && refused()) return;
  waiting.push(told);
  if (asked) return;
  asked = true;
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1_500));
  idle(() => {
    if (refused()) return void waiting.splice(0);
    import('./tracker.ts').then(
      ({ createTracker }) => {
        tracker = createTracker();
        for (const [name, args, at] of waiting.splice(0))
          tracker.at(performance.now() - at, () => (tracker![name] as (...given: unknown[]) => void)(...args));
      },
      () => void waiting.splice(0),
    );
  });
}

/** A page came into view. The path alone is kept. */
export const trackPageView = (path: string): void => tell('page', [path], performance.now());
/** A search was sent off; its results are told of by trackSearch. */
export const trackSearchStart = (query: string, variant: string, searchType: SearchType): void =>
  tell('event', [{ eventType: 'search', eventName: 'search_initiated', searchQuery: query, variant, searchType }], performance.now()); // prettier-ignore
export const trackSearch = (query: string, results: number, searchType: SearchType = 'general'): void =>
  tell('event', [{ eventType: 'search', eventName: 'search', searchQuery: query, searchResults: results, searchType }], performance.now()); // prettier-ignore
/** A listing's own page is shown. */
export const trackProfile = (dentistId: number): void =>
  tell('event', [{ eventType: 'profile_view', eventName: 'profile_view', dentistId }], performance.now());
export const trackClick = (dentistId: number, position: number, source = 'search_results'): void => {
  tell('event', [{ eventType: 'click', eventName: 'dentist_click', dentistId, clickPosition: position, source }], performance.now()); // prettier-ignore
  tell('conversion', ['dentist_click', dentistId], performance.now());
};
export const trackContact = (dentistId: number, contactType: 'phone' | 'directions' | 'website' | 'email'): void => {
  tell('event', [{ eventType: 'contact', eventName: 'contact_attempt', dentistId, contactType }], performance.now());
  tell('conversion', ['contact_attempt', dentistId], performance.now());
};
/** `value` in dollars. */
export const trackSubscription = (planType: string, value: number): void =>
  tell('event', [{ eventType: 'subscription', eventName: 'subscription', planType, value }], performance.now());

export type SearchType = 'general' | 'location_and_service' | 'location_only' | 'service_only';
/** How a search is called by what was filled in. */
export const searchTypeOf = (location: string, service: string): SearchType =>
  location ? (service ? 'location_and_service' : 'location_only') : service ? 'service_only' : 'general';
