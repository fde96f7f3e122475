import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { PlatformContext, type Platform } from '#ui/platform/platform.ts';
import '#ui/kit/styles/kit.css';

interface Site {
  publicUrl: string;
  /** The CSP nonce for inline data scripts. Set on the server only. */
  nonce: string | undefined;
}
const SiteContext = createContext<Site>({ publicUrl: '', nonce: undefined });
export const useSite = (): Site => use(SiteContext);

/** The providers around the router, the same on the website and the desktop console. */
export function App({
  cache,
  platform,
  publicUrl,
  nonce,
  children,
}: {
  cache: QueryClient;
  platform: Platform;
  publicUrl: string;
  nonce?: string;
  children: ReactNode;
}) {
  return (
    <PlatformContext value={platform}>
      <SiteContext value={{ publicUrl, nonce }}>
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      </SiteContext>
    </PlatformContext>
  );
}
