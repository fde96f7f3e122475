import type { QueryKey } from '@tanstack/react-query';

/** A query that the server has carried out for a page. */
export type StoredReply = [key: QueryKey, reply: unknown];
