import { request } from 'node:http';
import type { TestApp } from '../app.ts';
import { hashPassword } from '#server/accounts/sign-in/password.ts';

export const PASSWORD = 'tangerine submarine';

export async function createPerson(app: TestApp, email: string) {
  const user = { email, name: 'Grace', password: await hashPassword(PASSWORD) };
  const [row] = await app.deps.db('users').insert(user).returning('id');
  return { id: row.id as number, email };
}

/** Logs in from one of this machine's addresses. */
export function loginFrom(from: string, server: string, body: { email: string; password: string }) {
  const { hostname, port } = new URL(server);
  const startedAt = performance.now();
  return new Promise<{ status: number; ms: number }>((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(
      { hostname, port, path: '/api/auth/login', method: 'POST', localAddress: from, headers },
      (res) => res.resume().on('end', () => done({ status: res.statusCode!, ms: performance.now() - startedAt })),
    );
    call.on('error', fail);
    call.end(JSON.stringify(body));
  });
}

export const countBy = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;
