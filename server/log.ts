import { pino, type DestinationStream, type Logger } from 'pino';

/** Secrets never reach a log: these paths are blanked wherever they appear. */
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
