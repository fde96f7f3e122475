import { Agent, request } from 'node:https';

/** Requests that got no reply, or one that says the site is broken. */
export interface Lost {
  path: string;
  reason: string;
}

/** Enough that no address reaches its limit of calls. */
const ADDRESSES = 60;
/** More at once would only measure this machine. */
const BURST = 10;

/**
 * Sends requests at a fixed rate until stopped, from many addresses of this machine, as visitors do: pages, reads of the
 * API, and forms. A proxy can repeat the first two on another server, but not a form that it had sent.
 */
export function startVisitors(site: string, ca: string, perSecond: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2, ca });
  const lost: Lost[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  let slowest = 0;
  const began = performance.now();

  const sendOne = (number: number) =>
    new Promise<void>((done) => {
      const kind = number % 10;
      const isForm = kind === 0;
      const path = isForm ? '/api/auth/login' : kind < 5 ? `/directory?page=${number}` : '/api/services';
      const start = performance.now();
      const finish = (reason?: string) => {
        slowest = Math.max(slowest, performance.now() - start);
        if (reason) lost.push({ path, reason });
        done();
      };
      const localAddress = `127.0.1.${2 + (number % ADDRESSES)}`;
      const headers = isForm ? { 'content-type': 'application/json', 'content-length': 2 } : {};
      request(site + path, { agent, localAddress, family: 4, method: isForm ? 'POST' : 'GET', headers }, (res) => {
        res.resume();
        res.on('error', ({ message }) => finish(message));
        res.on('end', () => finish(res.statusCode! >= 500 ? `status ${res.statusCode}` : undefined));
      })
        .on('error', ({ message }) => finish(message))
        .end(isForm ? '{}' : undefined);
    });
  const timer = setInterval(() => {
    const due = ((performance.now() - began) * perSecond) / 1000;
    for (let burst = 0; burst < BURST && sent < due; burst++) {
      const one: Promise<void> = sendOne(sent++).finally(() => open.delete(one));
      open.add(one);
    }
  }, 5);

  return {
    lost,
    /** Waits for the last replies. Returns how many requests were sent in how many seconds, and the longest wait. */
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1000;
      await Promise.all(open);
      agent.destroy();
      return { sent, seconds, slowest };
    },
  };
}
