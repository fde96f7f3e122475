import { request } from 'node:http';
import Stripe from 'stripe';
import { parseForm } from '#server/stripe-sandbox/params.ts';
import { stripePayments } from '#server/billing/stripe.ts';
import { readConfig } from '#server/base/config.ts';
import type { TestApp } from '../app.ts';

interface Asked {
  protocol: string;
  host: string;
  port: string;
  method: string;
  path: string;
  headers: Record<string, string | number | string[]>;
  body: string;
}
export const KEY = 'sk_test_51Enamel';

/**
 * Runs the code with a Stripe key but without the network: records each outgoing request and lets the sandbox
 * answer it.
 */
export function listenIn(app: TestApp) {
  const asked: Asked[] = [];
  const sandbox = app.sandbox!;
  class Captured extends Stripe.HttpClient {
    override getClientName() {
      return 'captured';
    }
    override makeRequest(
      host: string,
      port: string | number,
      path: string,
      method: string,
      headers: object,
      requestData: string | null,
      protocol: string,
    ): Promise<Stripe.HttpClientResponse> {
      const sent = headers as Asked['headers'];
      asked.push({ protocol, host, port: String(port), method, path, headers: sent, body: requestData ?? '' });
      return new Promise((done, fail) => {
        const onward = request(
          {
            host: sandbox.host,
            port: sandbox.port,
            path,
            method,
            headers: { ...sent, Authorization: `Bearer ${sandbox.secretKey}` },
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('end', () =>
              done(
                new Answer(
                  response.statusCode!,
                  response.headers as Record<string, string>,
                  Buffer.concat(parts).toString(),
                ),
              ),
            );
          },
        );
        onward.on('error', fail);
        onward.end(requestData ?? '');
      });
    }
  }
  class Answer extends Stripe.HttpClientResponse {
    private readonly text: string;
    constructor(status: number, headers: Record<string, string>, text: string) {
      super(status, headers);
      this.text = text;
    }
    override toJSON() {
      return Promise.resolve(JSON.parse(this.text) as unknown);
    }
    override getRawResponse() {
      return this;
    }
  }
  const config = readConfig({
    NODE_ENV: 'test',
    STRIPE_SECRET_KEY: KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51Enamel',
    STRIPE_WEBHOOK_SECRET: 'whsec_enamel',
  });
  app.deps.payments = stripePayments(config, { httpClient: new Captured() });
  const last = (method: string, path: RegExp): Asked & { form: Record<string, unknown> } => {
    const found = asked.findLast((one) => one.method === method && path.test(one.path));
    if (!found) throw new Error(`Nobody asked ${method} ${path}`);
    const text = method === 'GET' ? (found.path.split('?')[1] ?? '') : found.body;
    return { ...found, form: parseForm(text) as Record<string, unknown> };
  };
  return { asked, last };
}
