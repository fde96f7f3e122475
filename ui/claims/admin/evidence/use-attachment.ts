import { useEffect, useState } from 'react';
import { claimAttachment, type ClaimDossier } from '#contract/claims/claims.ts';
import { bytesOf } from '#ui/base/platform/api.ts';

export type AttachmentInfo = ClaimDossier['attachments'][number];

export const isImage = ({ type }: AttachmentInfo): boolean => /^image\/(jpeg|png|webp)$/.test(type);

/** Fetches a private attachment into an object URL. The blob gets the type that the server verified, whatever the response says. */
export function useAttachment({ id, type }: AttachmentInfo): { url: string | null; failed: boolean } {
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    let objectUrl = '';
    bytesOf(claimAttachment, { params: { id: String(id) } }, { signal: abort.signal })
      .then((blob) => {
        if (abort.signal.aborted) return;
        objectUrl = URL.createObjectURL(new Blob([blob], { type }));
        setUrl(objectUrl);
      })
      .catch(() => !abort.signal.aborted && setFailed(true));
    return () => {
      abort.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [id, type]);
  return { url, failed };
}
