import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { completeSettings, type PageSettings } from '#shared/site-settings.ts';
import { PlatformContext, type Platform } from '#ui/base/platform/platform.ts';
import '#ui/kit/styles/kit.css';

/** The site's address, and the settings of its operator. */
export interface Site extends PageSettings {
  publicUrl: string;
}
const SiteContext = createContext<Site>({ ...completeSettings({}), publicUrl: '' });
export const useSite = (): Site => use(SiteContext);
export const useBrand = (): string => useSite().brand;

/** The providers around the router, the same on the website and the desktop console. */
export function App({
  cache,
  platform,
  site,
  children,
}: {
  cache: QueryClient;
  platform: Platform;
  site: Site;
  children: ReactNode;
}) {
  return (
    <PlatformContext value={platform}>
      <SiteContext value={site}>
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      </SiteContext>
    </PlatformContext>
  );
}
