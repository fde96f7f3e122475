import { notFound, type Refusal } from '#server/base/http/errors.ts';

export const listingNotFound = (): Refusal => notFound("We couldn't find this listing.");
