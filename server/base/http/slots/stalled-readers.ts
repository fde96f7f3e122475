import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

/** How long a client may stop reading before it is disconnected. */
const STALL_MS = 30_000;
const CHECKS_PER_STALL = 6;

interface Progress {
  /** Bytes that the system took for this client. */
  taken: number;
  /** True if more bytes are ready to send. */
  pending: boolean;
}

/** Node keeps these figures up to date during a write; the public `writableLength` changes only after it. */
function readProgress(socket: Socket | null): Progress {
  const handle = (socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null } | null)?._handle;
  return handle
    ? { taken: handle.bytesWritten - handle.writeQueueSize, pending: handle.writeQueueSize > 0 }
    : { taken: 0, pending: false };
}

/** Closes connections whose client stopped reading, because each holds memory and often a database connection. */
export function cutStalledReaders(stallMs = STALL_MS): RequestHandler {
  const openResponses = new Map<Response, { taken: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const now = performance.now();
    for (const [res, last] of openResponses) {
      const { taken, pending } = readProgress(res.socket);
      if (!pending || taken !== last.taken) Object.assign(last, { taken, since: now });
      else if (now - last.since >= stallMs) {
        res.req.log?.debug('closed the connection of a client that stopped reading');
        res.destroy();
      }
    }
  };
  return (_req, res, next) => {
    openResponses.set(res, { taken: -1, since: performance.now() });
    timer ??= setInterval(check, stallMs / CHECKS_PER_STALL).unref();
    res.once('close', () => {
      openResponses.delete(res);
      if (openResponses.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    next();
  };
}
