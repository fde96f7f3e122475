import type { IncomingMessage } from 'node:http';

const READS = new Set(['GET', 'HEAD']);

/** Whether a request could be sent again without doing something twice. */
export const isRead = ({ method }: IncomingMessage): boolean => READS.has(method!);

/**
 * Whether the proxy sends this read again, to another server, when its connection closes. A server that isn't ready closes it, because
 * then the proxy also sends nothing else to this server for a while, including forms, which it can't repeat.
 */
export const isRepeatedElsewhere = (req: IncomingMessage): boolean =>
  req.headers['x-repeats-reads'] !== undefined && isRead(req);
