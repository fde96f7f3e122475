import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** For `createServer()`: requests and answers of one server, which `born()` makes those of its app. */
export const messages = () => ({
  IncomingMessage: class extends IncomingMessage {},
  ServerResponse: class<T extends IncomingMessage> extends ServerResponse<T> {},
});

/**
 * Express makes the messages of Node its own by giving each another prototype. The engine takes that badly: the messages
 * outlive their answer, and with them all they hold, until the next collection of everything; collections of the young
 * stop the server for five times as long, and four fifths of the time of a small answer go into it. Messages that are
 * born as Express wants them are left as they are.
 */
export function born(app: Express, own: ReturnType<typeof messages>): Express {
  const take = (kind: 'request' | 'response', { prototype }: { prototype: object }) => {
    Object.setPrototypeOf(prototype, app[kind]);
    Object.assign(app, { [kind]: prototype });
  };
  take('request', own.IncomingMessage);
  take('response', own.ServerResponse);
  return app;
}
