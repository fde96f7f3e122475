import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** An nginx in front of a server, with a cache that stores replies for a minute unless they forbid it. */
export async function startCachingNginx(program: string, upstream: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-nginx-'));
  const port = await freePort();
  const folders = ['client_body', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  // The worker of an nginx that root starts may not enter a temporary folder, unless it also runs as root.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http {
      access_log off; proxy_temp_path ${folder}/proxy; ${folders}
      proxy_cache_path ${folder}/cache keys_zone=shared:1m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${upstream};
          proxy_http_version 1.1;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_cache shared;
          proxy_cache_valid 200 1m;
          add_header X-Cache-Status $upstream_cache_status always;
        }
      }
    }`,
  );
  const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 10_000;
  while (
    !(await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || nginx.exitCode !== null) {
      nginx.kill();
      throw new Error('nginx did not start');
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    url,
    async stop() {
      nginx.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
