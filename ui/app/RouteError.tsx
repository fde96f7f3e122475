import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ApiError } from '#ui/platform/api.ts';

const NotFound = lazy(() => import('./NotFoundPage.tsx'));
const loadServerTrouble = () => import('./ServerTrouble.tsx');
const ServerTrouble = lazy(loadServerTrouble);

/** Ahead of the trouble, which may be that nothing can be fetched any more. */
export const fetchTrouble = (): void => void loadServerTrouble().catch(() => {});

/** What a person sees when a page cannot be shown. */
export function RouteError() {
  const error = useRouteError();
  const gone = (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404;
  return <Suspense fallback={null}>{gone ? <NotFound /> : <ServerTrouble error={error} />}</Suspense>;
}
