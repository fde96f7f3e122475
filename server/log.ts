import { pino, type DestinationStream, type Logger } from 'pino';

/** These paths are redacted, so that no secret reaches a log. */
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  ...['password', 'token', 'apiKey', 'secret', 'code', 'clientSecret'].flatMap((name) => [
    name,
    `*.${name}`,
    `*.*.${name}`,
  ]),
];

export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      redact: { paths: redact, censor: '[redacted]' },
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  );
