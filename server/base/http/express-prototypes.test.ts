import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { createMessageClasses, useMessageClasses } from './express-prototypes.ts';

it('requests and responses keep the prototypes they were constructed with', async () => {
  const classes = createMessageClasses();
  const app = useMessageClasses(express(), classes);
  const checks: unknown[] = [];
  app.get('/', (req, res) => {
    checks.push(Object.getPrototypeOf(req) === classes.IncomingMessage.prototype, req.app === app);
    checks.push(Object.getPrototypeOf(res) === classes.ServerResponse.prototype, res.app === app);
    res.json({ host: req.get('host') });
  });
  const server = createServer(classes, (req, res) => {
    checks.push(req.constructor === classes.IncomingMessage, res.constructor === classes.ServerResponse);
    app(req, res);
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await (await fetch(`http://${host}/`)).json()).toEqual({ host });
    expect(checks).toEqual([true, true, true, true, true, true]);
  } finally {
    server.close();
  }
});
