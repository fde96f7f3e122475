import type { Bridge } from './desktop-platform.ts';

/**
 * Makes an aborted request end in the main process too. Electron closes the page's side only, so the request to the server
 * would go on, and a large one would occupy the connection.
 */
export function abortInMainProcess(bridge: Pick<Bridge, 'abort'>): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    const signal = init.signal ?? (input instanceof Request ? input.signal : null);
    const isApiCall = typeof input === 'string' && input.startsWith('/api/');
    if (!isApiCall || !signal || signal.aborted) return plainFetch(input, init);
    const id = crypto.randomUUID();
    const headers = new Headers(init.headers);
    headers.set('X-Enamel-Request', id);
    signal.addEventListener('abort', () => void bridge.abort(id).catch(() => {}), { once: true });
    return plainFetch(input, { ...init, headers });
  };
}
