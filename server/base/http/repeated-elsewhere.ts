import type { IncomingMessage } from 'node:http';

const READS = new Set(['GET', 'HEAD']);

/** Whether a request could be sent again without doing something twice. */
export const isRead = ({ method }: IncomingMessage): boolean => READS.has(method!);

/**
 * Whether the proxy sends this read to another server if its connection closes. A server that isn't ready closes it on purpose: the
 * proxy then skips this server for a while, so it doesn't receive forms, which can't be sent twice.
 */
export const isRepeatedElsewhere = (req: IncomingMessage): boolean =>
  req.headers['x-repeats-reads'] !== undefined && isRead(req);
