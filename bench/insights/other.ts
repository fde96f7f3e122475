import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '#server/app.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { createMessageClasses, useMessageClasses } from '#server/base/http/express-prototypes.ts';
import { depsFor } from '../parts/deps.ts';

/** A second server on the same database, in its own process. */
const [url, home] = process.argv.slice(2) as [string, string];
const own = createMessageClasses();
const server = createServer(own, useMessageClasses(createApp(depsFor(openKnex(url), url, home)), own));
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
