import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';

/** What any change of an article may touch. */
export const refreshArticles = (client: QueryClient): Promise<void> =>
  refresh(client, '/api/articles', '/api/admin/articles', '/api/admin/content-schedules');

export const articleError = (error: unknown): number => toastError(error);
