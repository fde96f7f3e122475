import { useState } from 'react';
import type { CallOptions } from './api.ts';
import { telling } from './upload-progress-fetch.ts';

interface Upload {
  /** Options for the call that sends the form. Progress is reported only if it carries files. */
  trackUpload: (hasFiles: boolean) => CallOptions;
  endUpload: () => void;
  /** From 0 to 1, or null if nothing is being uploaded. */
  share: number | null;
}

export function useUploadProgress(): Upload {
  const [share, setShare] = useState<number | null>(null);
  return {
    share,
    trackUpload: (hasFiles) => (hasFiles ? { fetch: telling(setShare) } : {}),
    endUpload: () => setShare(null),
  };
}
