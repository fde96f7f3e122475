import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DebianPostgres } from '#server/test/programs/debian-postgres.ts';
import { freePort } from '#server/test/programs/nginx.ts';
import { AUTHORITY, createMachine, repository, type Machine, type Substitution } from './machine.ts';

/** A website of one page. The real one takes half a minute to build, and its tests are elsewhere. */
const PLAIN_SITE = `export const createSite = () => ({
  render: ({ url }) => Promise.resolve({ status: 200, headers: {}, html: '<!doctype html><h1>' + new URL(url).pathname + '</h1>' }),
});\n`;

/** Files that a server doesn't use, and without which a test is faster. */
const UNUSED = [
  ':!*.test.ts',
  ':!*.test.tsx',
  ':!bench',
  ':!desktop',
  ':!docs/decisions',
  ':!web/e2e',
  ':!web/pictures',
];

/** Adds a repository with two releases, of which the second differs in its version. */
export async function addReleases(machine: Machine): Promise<void> {
  const archive = join(machine.root, 'source.tar');
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', '.', ...UNUSED], {
    cwd: repository,
    maxBuffer: 2 ** 26,
  });
  execFileSync('tar', ['--null', '--ignore-failed-read', '-T', '-', '-cf', archive], {
    cwd: repository,
    input: files,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await machine.run(`
    mkdir origin && tar -xf source.tar -C origin && rm -f source.tar && cd origin
    git init -q -b main && git config user.name Test && git config user.email test@example.com
    git add -A && git commit -qm 'First release' && git tag v0.1.0
    sed -i 's/"version": "[^"]*"/"version": "0.2.0"/' package.json
    git commit -qam 'Second release' && git tag v0.2.0
    cd ..`);
}

interface OneServerOptions {
  nginx: string;
  postgres: DebianPostgres;
  /** The public address, if it isn't that of the machine's nginx. */
  site?: string;
  substitutions: readonly Substitution[];
}
export type OneServer = Awaited<ReturnType<typeof createOneServer>>;

/** Creates a machine on which docs/deploy/one-server.md can be followed, with nginx, a certificate, and the releases. */
export async function createOneServer({ nginx, postgres, site, substitutions }: OneServerOptions) {
  const [server, http, https, prometheus] = await Promise.all([0, 1, 2, 3].map(() => freePort()));
  const ports = { server: server!, http: http!, https: https!, prometheus: prometheus! };
  const database = new URL(postgres.urlOf('postgres'));
  const machine = await createMachine('one-server', {
    env: { REAL_NGINX: nginx, PGHOST: database.hostname, PGPORT: database.port, PGUSER: database.username },
    folders: ['etc/nginx/sites-enabled', 'etc/nginx/conf.d', 'etc/nginx/modules-enabled', 'var/lib/nginx', 'var/log/nginx', 'var/lib/prometheus'], // prettier-ignore
    units: {
      nginx: 'ExecStart=nginx\nExecReload=nginx -s reload\n',
      prometheus: `ExecStart=prometheus --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path=/var/lib/prometheus --web.listen-address=127.0.0.1:${ports.prometheus}\n`,
    },
    substitutions: [
      ...substitutions,
      ['https://github.com/OWNER/enamel.git', '$ROOT/origin'],
      ['https://dentists.example.com', site ?? `https://localhost:${ports.https}`],
      ['server_name dentists.example.com', 'server_name localhost'],
      ['live/dentists.example.com', 'live/localhost'],
      ['listen 80;', `listen 127.0.0.1:${ports.http};`],
      ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
      ['localhost:5432', database.host],
      ['PORT=3000', `PORT=${ports.server}`],
      ['127.0.0.1:3000', `127.0.0.1:${ports.server}`],
    ],
  });
  addNginx(machine);
  const ca = addCertificate(machine, 'localhost');
  await addReleases(machine);
  return { machine, ports, ca };
}

/** Adds the website that the stand-in for npm builds. */
export const addWebsite = (machine: Machine): void => machine.write('website/server/entry-server.js', PLAIN_SITE);

/** Adds Debian's nginx as its package leaves it, but for its user and its folders. */
export function addNginx(machine: Machine): void {
  const conf = readFileSync('/etc/nginx/nginx.conf', 'utf8').replace(/^user .*;$/m, 'daemon off;');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${machine.root}/var/lib/nginx/${kind};`)
    .join(' ');
  machine.write('etc/nginx/nginx.conf', machine.translate(conf).replace('http {', `http { ${folders}`));
  machine.write('etc/nginx/mime.types', readFileSync('/etc/nginx/mime.types', 'utf8'));
}

/** Adds a certificate for localhost that signs itself, and returns it. */
export function addCertificate(machine: Machine, domain: string): string {
  const folder = `etc/letsencrypt/live/${domain}`;
  machine.write(`${folder}/fullchain.pem`, '');
  machine.write(`${folder}/privkey.pem`, '');
  const file = join(machine.root, folder, 'fullchain.pem');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30', '-subj', `/CN=${domain}`,
      '-addext', `subjectAltName=DNS:${domain}`, '-keyout', join(machine.root, folder, 'privkey.pem'), '-out', file], // prettier-ignore
    { stdio: 'ignore' },
  );
  const certificate = readFileSync(file, 'utf8');
  machine.write(AUTHORITY, certificate);
  return certificate;
}
