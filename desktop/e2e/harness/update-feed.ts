import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** CI packs the console with this port of its update feed. */
export const FEED_PORT = 9_334;

export const hashFile = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

/** A feed with one file, as electron-builder writes it. A test may give a wrong checksum, or more lines. */
export function makeFeed(name: string, bytes: Buffer, version: string, sha512 = hashFile(bytes), more = ''): string {
  return `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${bytes.length}\npath: ${name}\nsha512: ${sha512}\n${more}releaseDate: '2026-11-21T10:00:00.000Z'\n`;
}

/** Serves a newer version whose AppImage is a script that leaves the file “started” where it runs. */
export async function serveUpdate(version: string): Promise<Server> {
  const installer = Buffer.from('#!/bin/sh\ntouch "$(dirname "$0")/started"\n');
  const name = `Enamel-${version}.AppImage`;
  const files: Record<string, string | Buffer> = {
    '/latest-linux.yml': makeFeed(name, installer, version),
    [`/${name}`]: installer,
  };
  const server = createServer((req, res) => {
    const body = files[new URL(req.url!, 'http://feed').pathname];
    res.writeHead(body === undefined ? 404 : 200).end(body);
  });
  server.listen(FEED_PORT, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
