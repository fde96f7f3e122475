import { createHash, randomBytes } from 'node:crypto';

/** Tokens are long and random, so an unsalted fast hash is safe at rest. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
