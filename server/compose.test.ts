import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from './base/config.ts';
import { findBlock, readPage } from './test/deploy/page.ts';

interface Service {
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  depends_on?: string[] | Record<string, unknown>;
  configs?: { source: string; target: string }[];
  profiles?: string[];
}
interface Compose {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
  volumes: Record<string, null>;
}
const text = readFileSync(fileURLToPath(new URL('../compose.yaml', import.meta.url)), 'utf8');
const compose = load(text) as Compose;
const services = Object.entries(compose.services);

/** Fixed by the image, chosen by Compose, refused in production, or of no use in a container, which an image upgrades. */
const notPassed = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'NOW_OFFSET_MS',
  'AI_ALLOW_LOOPBACK',
  'UPGRADE_RESTART',
]);

/** The values that Compose puts in the place of variables, with those of .env. Throws where it would refuse to start. */
const fill = (value: string, env: Record<string, string>): string =>
  value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, operator?: string, rest = '') => {
    if (env[name]) return env[name];
    if (operator === '?') throw new Error(rest as string);
    return rest as string;
  });

/** The settings of docs/deploy/containers.md, as its commands write them. */
const documented = Object.fromEntries(
  [...findBlock(readPage('containers.md'), 'settings').text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value!.replaceAll(/\$\(.*?\)/g, '0123456789abcdef0123456789abcdef'),
  ]),
) as Record<string, string>;

describe('compose.yaml', () => {
  it('passes every setting to the server', () => {
    const passed = Object.keys(compose.services.enamel!.environment!);
    expect(settingNames.filter((name) => !notPassed.has(name) && !passed.includes(name))).toEqual([]);
  });

  it('starts a server in production with the settings of its page, and refuses to start without a required one', () => {
    const filled = (env: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(compose.services.enamel!.environment!).map(([name, value]) => [name, fill(String(value), env)]),
      );
    const config = readConfig({ NODE_ENV: 'production', DATA_DIR: '/data', ...filled(documented) });
    expect(config).toMatchObject({ PUBLIC_URL: 'https://dentists.example.com', TRUST_PROXY: 1, payments: false });
    for (const name of ['PUBLIC_URL', 'SECRET_KEY', 'POSTGRES_PASSWORD'])
      expect(() => filled({ ...documented, [name]: '' })).toThrow(`set ${name}`);
  });

  it('names only services, volumes, and files that it has, and opens no port but the proxy’s to others', () => {
    for (const [, { volumes = [], depends_on: needed = [], configs = [] }] of services) {
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(compose.services)).toContain(name);
      for (const { source } of configs) expect(Object.keys(compose.configs)).toContain(source);
    }
    const open = services.filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:')));
    expect(open.map(([name, { profiles }]) => [name, profiles])).toEqual([['proxy', ['proxy']]]);
  });

  it.for(readPage('containers.md').filter(({ label }) => label.startsWith('by-hand')))(
    'is started and upgraded as its page says: $label',
    ({ label, text }, { skip }) => {
      console.warn(`SKIPPED ${label}\n${text}`);
      skip(label);
    },
  );
});
