import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { born, messages } from './messages.ts';

it('messages are born as Express wants them, and are not made into something else on their way', async () => {
  const own = messages();
  const app = born(express(), own);
  const kept: unknown[] = [];
  app.get('/', (req, res) => {
    kept.push(Object.getPrototypeOf(req) === own.IncomingMessage.prototype, req.app === app);
    kept.push(Object.getPrototypeOf(res) === own.ServerResponse.prototype, res.app === app);
    res.json({ host: req.get('host') });
  });
  const server = createServer(own, (req, res) => {
    kept.push(req.constructor === own.IncomingMessage, res.constructor === own.ServerResponse);
    app(req, res);
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await (await fetch(`http://${host}/`)).json()).toEqual({ host });
    expect(kept).toEqual([true, true, true, true, true, true]);
  } finally {
    server.close();
  }
});
