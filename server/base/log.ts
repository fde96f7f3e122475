import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

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

/** An error's code, such as ESOCKET or 23505, has its own name in the log, because `code` is a two-factor code elsewhere. */
function describeError(error: Error): unknown {
  const described: unknown = stdSerializers.err(error);
  if (typeof described !== 'object' || described === null || !('code' in described)) return described;
  const { code, ...rest } = described;
  return { ...rest, errorCode: code };
}

export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      redact: { paths: redact, censor: '[redacted]' },
      serializers: { err: describeError },
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to,
  );
