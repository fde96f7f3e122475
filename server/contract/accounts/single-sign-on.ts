import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { signedInReply } from './accounts.ts';

export const startSingleSignOn = endpoint('POST', '/api/auth/single-sign-on/start', {
  summary: 'Start the login of staff at the identity provider. Returns the address to open',
  body: z.object({ next: z.string().max(2000).default('') }),
  reply: z.object({ url: z.string() }),
  errors: { single_sign_on_off: 404, provider_unreachable: 502, too_many_requests: 429 },
});

export const finishSingleSignOn = endpoint('POST', '/api/auth/single-sign-on/finish', {
  summary:
    'Finish a login of staff with the query that the identity provider sent back. Works once, in the same browser',
  body: z.object({ query: z.string().min(1).max(8000) }),
  reply: signedInReply.extend({ next: z.string() }),
  errors: {
    single_sign_on_off: 404,
    login_expired: 410,
    provider_refused: 401,
    provider_unreachable: 502,
    no_group: 403,
    email_not_verified: 403,
    not_staff: 403,
    other_identity: 403,
    last_admin: 409,
  },
});
