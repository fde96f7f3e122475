import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { PlatformContext, type Platform } from '#ui/base/platform/platform.ts';
import '#ui/kit/styles/kit.css';

interface Site {
  publicUrl: string;
}
const SiteContext = createContext<Site>({ publicUrl: '' });
export const useSite = (): Site => use(SiteContext);

/** The providers around the router, the same on the website and the desktop console. */
export function App({
  cache,
  platform,
  publicUrl,
  children,
}: {
  cache: QueryClient;
  platform: Platform;
  publicUrl: string;
  children: ReactNode;
}) {
  return (
    <PlatformContext value={platform}>
      <SiteContext value={{ publicUrl }}>
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      </SiteContext>
    </PlatformContext>
  );
}
