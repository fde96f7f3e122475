import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ApiError } from '#ui/base/platform/api.ts';
import type { Loader } from '../base/page/loader.ts';

export const loadNotFound: Loader<typeof import('../base/page/NotFoundPage.tsx')> = () =>
  import('../base/page/NotFoundPage.tsx');
const NotFound = lazy(loadNotFound);
const loadServerTrouble = () => import('./ServerTrouble.tsx');
const ServerTrouble = lazy(loadServerTrouble);

/** Fetches the error page ahead, because the network may be what fails. */
export const preloadServerTrouble = (): void => void loadServerTrouble().catch(() => {});

/** Shown in place of a page that failed to load. */
export function RouteError() {
  const error = useRouteError();
  const isNotFound = (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404;
  return <Suspense fallback={null}>{isNotFound ? <NotFound /> : <ServerTrouble error={error} />}</Suspense>;
}
