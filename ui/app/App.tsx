import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { PlatformContext, type Platform } from '#ui/platform/platform.ts';
import '#ui/kit/styles/kit.css';

interface Site {
  publicUrl: string;
  /** Only while rendering on the server; inline data scripts carry it. */
  nonce: string | undefined;
}
const SiteContext = createContext<Site>({ publicUrl: '', nonce: undefined });
export const useSite = (): Site => use(SiteContext);

/** Everything around the router that every door shares. */
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
