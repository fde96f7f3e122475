import { useEffect, useState } from 'react';
import { claimAttachment, type ClaimDossier } from '#contract/claims.ts';
import { bytesOf } from '#ui/platform/api.ts';

export type AboutFile = ClaimDossier['attachments'][number];

/** For a component of its own a file. Private: fetched with the sign-in and shown from memory, never as more than the kind of file it was checked to be. */
export function useAttachment({ id, type }: AboutFile): { url: string | null; failed: boolean } {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let made = '';
    bytesOf(claimAttachment, { params: { id: String(id) } }, { signal: leaving.signal })
      .then((blob) => {
        if (leaving.signal.aborted) return;
        made = URL.createObjectURL(new Blob([blob], { type }));
        setUrl(made);
      })
      .catch(() => !leaving.signal.aborted && setFailed(true));
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, type]);
  return { url, failed };
}
