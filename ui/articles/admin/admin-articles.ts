import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

/** Refetches every query that a change to an article may affect. */
export const refreshArticles = (client: QueryClient): Promise<void> =>
  refresh(
    client,
    '/api/articles',
    '/api/admin/articles',
    '/api/admin/tables/articles',
    '/api/admin/content-schedules',
    '/api/admin/deleted-articles',
    '/api/admin/article-people',
  );

export const showArticleError = (error: unknown): number => toastError(error);
