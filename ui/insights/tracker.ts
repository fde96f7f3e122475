/** Sends what a visit told: in batches, with a beacon when the page is left. Loaded once the page is idle. */
export interface Tracker {
  page(path: string): void;
  event(event: Fields): void;
  conversion(eventType: string, dentistId: number): void;
  /** Says things that happened a while ago. */
  at(msAgo: number, say: () => void): void;
}
type Fields = Record<string, unknown>;

const URL = '/api/analytics/';
const KEY = 'analytics_session';
const QUIET = 30 * 60_000;
const WAIT = 2_000;

const json = (data: object) => JSON.stringify(data);

function post(path: string, data: object, session?: string): Promise<Response> {
  const send = (token: string | null) =>
    fetch(URL + path, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: {
        'Content-Type': 'application/json',
        ...(session && { 'X-Session-Id': session }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: json(data),
    });
  const token = localStorage.getItem('auth_token');
  // A sign-in that has ended is for the page to notice.
  return send(token).then((response) => (response.status === 401 && token ? send(null) : response));
}

export function createTracker(): Tracker {
  let batch: Record<'events' | 'conversions' | 'leaves', (Fields & { t: number })[]>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opening: Promise<string | null> | undefined;
  let view: { id: number; path: string; seconds: number; since: number } | undefined;
  let earlier = 0;
  /** The server keeps no visit for this browser. */
  let off = false;

  const now = () => performance.now() - earlier;
  const empty = () => (batch = { events: [], conversions: [], leaves: [] });
  empty();

  const remember = (id: string) => sessionStorage.setItem(KEY, json([id, Date.now()]));
  const known = (): string | null => {
    try {
      const [id, at] = JSON.parse(sessionStorage.getItem(KEY) ?? '') as [string, number];
      return Date.now() - at < QUIET ? id : null;
    } catch {
      return null;
    }
  };
  const open = () =>
    (opening ??= (async () => {
      const utm = new URLSearchParams(location.search);
      const answer = await post('session', {
        referrer: document.referrer,
        utmSource: utm.get('utm_source'),
        utmMedium: utm.get('utm_medium'),
        utmCampaign: utm.get('utm_campaign'),
      });
      const id = answer.ok ? ((await answer.json()) as { sessionId: string | null }).sessionId : null;
      if (id) remember(id);
      else off = answer.ok;
      return id;
    })()
      .catch(() => null)
      .finally(() => (opening = undefined)));

  const take = (session?: string) => {
    const out = Object.fromEntries(
      Object.entries(batch).map(([name, list]) => [
        name,
        list.map(({ t, ...rest }) => ({ ...rest, ago: Math.max(0, Math.round(performance.now() - t)) })),
      ]),
    );
    empty();
    clearTimeout(timer);
    timer = undefined;
    return { sessionId: session, ...out };
  };
  const some = () => batch.events.length + batch.conversions.length + batch.leaves.length > 0;

  async function flush(): Promise<void> {
    timer = undefined;
    title();
    const id = known() ?? (await open());
    if (!id || !some()) return void empty();
    remember(id);
    const data = take();
    const answer = await post('track', data, id);
    if (answer.status !== 404) return;
    // The server does not know this visit (any more): it begins anew, once.
    sessionStorage.removeItem(KEY);
    const next = await open();
    if (next) await post('track', data, next);
  }
  const put = (list: keyof typeof batch, fields: Fields) => {
    if (off) return;
    batch[list].push({ ...fields, t: now() });
    timer ??= setTimeout(() => void flush().catch(() => {}), WAIT);
  };

  const title = () => {
    const last = batch.events.findLast(({ eventType }) => eventType === 'page_view');
    if (last && view && last.viewId === view.id && view.path === location.pathname) last.pageTitle = document.title;
  };
  const pause = () => {
    if (!view || view.since < 0) return;
    view.seconds += (now() - view.since) / 1000;
    view.since = -1;
  };
  const leave = () => {
    pause();
    if (view) put('leaves', { viewId: view.id, seconds: Math.round(view.seconds * 10) / 10 });
  };
  const beacon = () => {
    title();
    leave();
    const id = known();
    if (id && some()) {
      remember(id);
      navigator.sendBeacon(`${URL}track`, new Blob([json(take(id))], { type: 'application/json' }));
    }
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') beacon();
    else if (view) view.since = performance.now();
  });
  // Some browsers leave a page without hiding it first.
  addEventListener('pagehide', () => view && view.since >= 0 && beacon());

  void (known() ?? open());
  return {
    page(path) {
      if (view?.path === path) return;
      leave();
      const id = 1 + Math.floor(Math.random() * 2 ** 52);
      const event = {
        eventType: 'page_view',
        eventName: 'page_view',
        pagePath: path,
        viewId: id,
        pageTitle: document.title,
      };
      view = { id, path, seconds: 0, since: document.visibilityState === 'hidden' ? -1 : now() };
      put('events', event);
      setTimeout(title, 500);
    },
    event: (fields) => put('events', { pagePath: location.pathname, ...fields }),
    conversion: (eventType, dentistId) => put('conversions', { eventType, dentistId }),
    at(msAgo, say) {
      earlier = msAgo;
      say();
      earlier = 0;
    },
  };
}
