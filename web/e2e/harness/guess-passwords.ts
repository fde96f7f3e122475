import { expect } from './fixtures.ts';

/** Tries passwords from 60 networks at once, until a server asks logins from new networks for a proof of work. */
export async function guessPasswords(server: string): Promise<void> {
  const guess = async (n: number) => {
    const reply = await fetch(`${server}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` },
      body: JSON.stringify({ email: `guessed${n}@example.com`, password: 'guess after guess' }),
    });
    return reply.status;
  };
  await expect(async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
    // Those that arrived before the server noticed the attack are still answered with 401.
    expect(statuses).toContain(429);
  }).toPass();
}
