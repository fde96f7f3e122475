/** The body of Stripe's error responses. */
interface StripeErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: unknown;
}

export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;
  constructor(status: number, body: Omit<StripeErrorBody, 'type'> & { type?: StripeErrorBody['type'] }) {
    super(body.message);
    this.status = status;
    this.body = { type: 'invalid_request_error', ...body };
  }
}

export const notFound = (what: string, id: string, param = 'id', status = 404): StripeError =>
  new StripeError(status, { message: `No such ${what}: '${id}'`, code: 'resource_missing', param });
