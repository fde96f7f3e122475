import { randomUUID } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp, startTime } from 'pino-http';

/** Removes tokens in links (password reset, invitation, download), and API keys that someone put there, from logged URLs. */
const redactUrl = (url: string): string =>
  url
    .replace(/([?&](?:token|link|code|secret|key|payment_intent_client_secret)=)[^&]*/gi, '$1[redacted]')
    .replace(/enk_[\w-]+/g, 'enk_[redacted]');

/**
 * Gives each request an id, and logs failed requests as errors and others at the debug level. Above that level, a request gets
 * its logger only when it writes to it or fails, because creating a logger costs more than most middleware together.
 */
export function mountRequestLog(app: Express, log: Logger): void {
  const logRequest = pinoHttp<Request, Response>({
    logger: log,
    autoLogging: { ignore: (req) => req.url.startsWith('/assets/') },
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        url: redactUrl(req.url),
      }),
    },
  });
  Object.defineProperty(app.request, 'log', {
    configurable: true,
    get(this: Request) {
      // The request's own property, which the logger fills.
      Object.defineProperty(this, 'log', { value: undefined, writable: true, configurable: true });
      logRequest(this, this.res!);
      return this.log;
    },
  });
  app.use((req, res, next) => {
    req.id = randomUUID();
    res.setHeader('X-Request-Id', req.id);
    res[startTime] = Date.now();
    const openLog = () => void req.log;
    if (log.isLevelEnabled('debug')) openLog();
    else {
      // Emitted before the event at which the logger writes its line.
      res.once('prefinish', () => void (res.statusCode >= 500 && openLog()));
      res.once('error', (error) => req.log.error({ err: error }, 'request errored'));
    }
    next();
  });
}
