import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { createSecrets } from '../secrets.ts';
import type { Deps } from './context.ts';
import { positionOf, rememberWrite } from './own-writes.ts';

const secret = createSecrets('a secret for the positions of own writes');
const config = { PUBLIC_URL: 'https://example.com' } as Deps['config'];

async function cookieAfter(written: () => Promise<bigint>): Promise<string> {
  const cookies: string[] = [];
  const res = { cookie: (name: string, value: string) => cookies.push(`${name}=${value}`) } as unknown as Response;
  await rememberWrite({ secret, config, replicas: { written } } as unknown as Deps, res);
  return cookies.join('; ');
}
const readPosition = (cookie: string) =>
  positionOf({ secret }, { get: (name: string) => (name === 'cookie' ? cookie : undefined) } as unknown as Request);

it('keeps the position of a change, and ignores an altered one', async () => {
  const cookie = await cookieAfter(async () => 0x1f_00n);
  expect(readPosition(cookie)).toBe(0x1f_00n);
  expect(readPosition(cookie.replace('=1f00', '=1f01'))).toBe(0n);
});

it('sends the browser to the primary if the position of a saved change is unknown', async () => {
  const cookie = await cookieAfter(() => Promise.reject(new Error('The database is gone.')));
  expect(readPosition(cookie)).toBeGreaterThan(2n ** 63n);
});
