import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';

/** The least a server does that is told of visits: reads them, says yes, keeps nothing. In a process of its own. */
const app = express();
app.use(express.json());
app.post('/api/analytics/session', (_req, res) => void res.json({ sessionId: randomUUID() }));
app.post('/api/analytics/track', (_req, res) => void res.json({ ok: true }));
const server = app.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
