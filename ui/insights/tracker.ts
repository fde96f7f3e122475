import { forgetVisitId, readVisitId, storeVisitId } from './visit-id.ts';

/** Sends tracking events in batches, and the last batch as a beacon when the visitor leaves. Loaded when the page is idle. */
export interface Tracker {
  page(path: string): void;
  event(event: Fields): void;
  conversion(eventType: string, dentistId: number): void;
  /** Runs a call as if it were made `msAgo` milliseconds ago. */
  replay(msAgo: number, call: () => void): void;
}
type Fields = Record<string, unknown>;

const API_PATH = '/api/analytics/';
const BATCH_DELAY = 2_000;

/** Anyone who knows the address of a shared list can open it, so it stays out of the statistics. */
const withoutLink = (path: string): string => (path.startsWith('/shared/') ? '/shared' : path);
const currentPath = (): string => withoutLink(location.pathname);

function post(path: string, data: object, session?: string): Promise<Response> {
  const send = (token: string | null) =>
    fetch(API_PATH + path, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: {
        'Content-Type': 'application/json',
        ...(session && { 'X-Session-Id': session }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(data),
    });
  const token = localStorage.getItem('auth_token');
  // An expired token is handled by the page, so the event is sent without it.
  return send(token).then((response) => (response.status === 401 && token ? send(null) : response));
}

export function createTracker(): Tracker {
  let batch: Record<'events' | 'conversions' | 'leaves', (Fields & { t: number })[]>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSession: Promise<string | null> | undefined;
  let view: { id: number; path: string; seconds: number; since: number } | undefined;
  let offset = 0;
  /** The server declined to track this browser. */
  let isDeclined = false;

  const now = () => performance.now() - offset;
  const clearBatch = () => (batch = { events: [], conversions: [], leaves: [] });
  clearBatch();

  const openSession = () =>
    (pendingSession ??= (async () => {
      const utm = new URLSearchParams(location.search);
      const response = await post('session', {
        referrer: document.referrer,
        utmSource: utm.get('utm_source'),
        utmMedium: utm.get('utm_medium'),
        utmCampaign: utm.get('utm_campaign'),
      });
      const id = response.ok ? ((await response.json()) as { sessionId: string | null }).sessionId : null;
      if (id) storeVisitId(id);
      else isDeclined = response.ok;
      return id;
    })()
      .catch(() => null)
      .finally(() => (pendingSession = undefined)));

  const takeBatch = (session?: string) => {
    const lists = Object.fromEntries(
      Object.entries(batch).map(([name, list]) => [
        name,
        list.map(({ t, ...rest }) => ({ ...rest, ago: Math.max(0, Math.round(performance.now() - t)) })),
      ]),
    );
    clearBatch();
    clearTimeout(timer);
    timer = undefined;
    return { sessionId: session, ...lists };
  };
  const hasEvents = () => batch.events.length + batch.conversions.length + batch.leaves.length > 0;

  async function flush(): Promise<void> {
    timer = undefined;
    updateTitle();
    const id = readVisitId() ?? (await openSession());
    if (!id || !hasEvents()) return void clearBatch();
    storeVisitId(id);
    const data = takeBatch();
    const response = await post('track', data, id);
    // An unread body keeps the request open until the page is left.
    await response.text();
    if (response.status !== 404) return;
    // The server no longer has this session, so it opens a new one and retries once.
    forgetVisitId();
    const newId = await openSession();
    if (newId) await (await post('track', data, newId)).text();
  }
  const addToBatch = (list: keyof typeof batch, fields: Fields) => {
    if (isDeclined) return;
    batch[list].push({ ...fields, t: now() });
    timer ??= setTimeout(() => void flush().catch(() => {}), BATCH_DELAY);
  };

  const updateTitle = () => {
    const last = batch.events.findLast(({ eventType }) => eventType === 'page_view');
    if (last && view && last.viewId === view.id && view.path === currentPath()) last.pageTitle = document.title;
  };
  const stopTimer = () => {
    if (!view || view.since < 0) return;
    view.seconds += (now() - view.since) / 1000;
    view.since = -1;
  };
  const leavePage = () => {
    stopTimer();
    if (view) addToBatch('leaves', { viewId: view.id, seconds: Math.round(view.seconds * 10) / 10 });
  };
  const sendBeacon = () => {
    updateTitle();
    leavePage();
    const id = readVisitId();
    if (id && hasEvents()) {
      storeVisitId(id);
      navigator.sendBeacon(`${API_PATH}track`, new Blob([JSON.stringify(takeBatch(id))], { type: 'application/json' }));
    }
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendBeacon();
    else if (view) view.since = performance.now();
  });
  // Some browsers leave a page without a visibilitychange event.
  addEventListener('pagehide', () => view && view.since >= 0 && sendBeacon());

  void (readVisitId() ?? openSession());
  return {
    page(address) {
      const path = withoutLink(address);
      if (view?.path === path) return;
      leavePage();
      const id = 1 + Math.floor(Math.random() * 2 ** 52);
      const event = {
        eventType: 'page_view',
        eventName: 'page_view',
        pagePath: path,
        viewId: id,
        pageTitle: document.title,
      };
      view = { id, path, seconds: 0, since: document.visibilityState === 'hidden' ? -1 : now() };
      addToBatch('events', event);
      setTimeout(updateTitle, 500);
    },
    event: (fields) => addToBatch('events', { pagePath: currentPath(), ...fields }),
    conversion: (eventType, dentistId) => addToBatch('conversions', { eventType, dentistId }),
    replay(msAgo, call) {
      offset = msAgo;
      call();
      offset = 0;
    },
  };
}
