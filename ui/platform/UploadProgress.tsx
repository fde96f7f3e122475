import { useState } from 'react';
import { Progress } from '#ui/kit/display/Progress.tsx';
import type { CallOptions } from '#ui/platform/api.ts';
import { telling } from '#ui/platform/upload-progress-fetch.ts';

/** For forms that carry files: how much of them has left, as a part of the form and as an option of its call. */
export function useSending(): { sending: (files: boolean) => CallOptions; sent: () => void; share: number | null } {
  const [share, setShare] = useState<number | null>(null);
  return {
    share,
    sending: (files) => (files ? { fetch: telling(setShare) } : {}),
    sent: () => setShare(null),
  };
}

export function Sending({ share }: { share: number | null }) {
  if (share === null) return null;
  return share < 1 ? <Progress label="Sending your files" value={share} /> : <Progress label="Checking your files" />;
}
