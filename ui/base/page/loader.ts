import type { ReactNode } from 'react';

/** A dynamic import. In the server's bundle, web/page-sources.ts adds the file it loads. */
export type Loader<Module> = (() => Promise<Module>) & { source?: string };

export interface DeferredPart<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code ahead of navigation, so that the next page appears complete. */
  preload(): Promise<void>;
  /** The part's file; only in the server's bundle. */
  source?: string;
}
