import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '#server/test/programs/nginx.ts';
import { createMachine } from './machine.ts';
import { addCertificate, addNginx } from './server-machine.ts';

interface Purge {
  authorization: string | undefined;
  tags: string[];
}

/**
 * A CDN by the rules of docs/deploy/cdn.md: Debian's nginx with a cache that follows the origin's headers, and a call
 * that deletes the stored replies with one of its tags.
 */
export async function createCdn(nginx: string) {
  const port = await freePort();
  const machine = await createMachine('cdn', {
    env: { REAL_NGINX: nginx },
    folders: ['etc/nginx/sites-enabled', 'etc/nginx/conf.d', 'etc/nginx/modules-enabled', 'var/lib/nginx', 'var/log/nginx', 'var/cache/nginx'], // prettier-ignore
    units: { nginx: 'ExecStart=nginx\n' },
    substitutions: [],
  });
  addNginx(machine);
  const ca = addCertificate(machine, 'localhost');
  const cache = join(machine.root, 'var/cache/nginx/cdn');
  const deleteStored = async (tags: readonly string[]): Promise<void> => {
    for (const name of await readdir(cache)) {
      const file = join(cache, name);
      // nginx keeps a reply with its headers.
      const stored = /^cache-tag: *(.*)$/im.exec(await readFile(file, 'latin1'))?.[1] ?? '';
      if (
        stored
          .trim()
          .split(',')
          .some((tag) => tags.includes(tag))
      )
        await rm(file, { force: true });
    }
  };
  const purges: Purge[] = [];
  const purgeCall = createServer((req, res) => {
    let text = '';
    req.on('data', (part: Buffer) => (text += part.toString()));
    req.on('end', () => {
      const { tags } = JSON.parse(text) as { tags: string[] };
      purges.push({ authorization: req.headers.authorization, tags });
      void deleteStored(tags).then(() => res.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
  }).listen(0, '127.0.0.1');
  await once(purgeCall, 'listening');

  return {
    url: `https://localhost:${port}`,
    ca,
    purgeUrl: `http://127.0.0.1:${(purgeCall.address() as AddressInfo).port}/purge_cache`,
    purges,
    /** Starts to answer, with replies of this origin. */
    async start(origin: string): Promise<void> {
      const config = `
        proxy_cache_path /var/cache/nginx/cdn keys_zone=cdn:1m;
        server {
          listen 127.0.0.1:${port} ssl;
          ssl_certificate /etc/letsencrypt/live/localhost/fullchain.pem;
          ssl_certificate_key /etc/letsencrypt/live/localhost/privkey.pem;
          proxy_http_version 1.1;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          add_header X-Cache $upstream_cache_status always;
          location / { proxy_cache cdn; proxy_pass ${origin}; }
          location ~ ^/(api|admin|account|dashboard|ads)(/|$) { proxy_pass ${origin}; }
        }\n`;
      machine.write('etc/nginx/sites-enabled/cdn', machine.translate(config));
      await machine.run('systemctl start nginx');
    },
    async stop(): Promise<void> {
      purgeCall.close();
      await machine.stop(['nginx']);
    },
  };
}
export type Cdn = Awaited<ReturnType<typeof createCdn>>;
