import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSite } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { createLink, deliverLink } from './share-link.ts';

const ShareLinkDialog = lazy(() => import('./ShareLinkDialog.tsx'));

export function ShareButton({ ids }: { ids: readonly number[] }) {
  const { publicUrl } = useSite();
  const [busy, setBusy] = useState(false);
  const [shownLink, setShownLink] = useState<string | null>(null);
  const share = async () => {
    setBusy(true);
    try {
      const link = createLink(ids, publicUrl);
      const outcome = await deliverLink(link, 'A shortlist of dentists');
      if (outcome === 'copied')
        toast({ title: 'Link copied', description: 'Anyone with the link can see this list.', variant: 'good' });
      if (outcome === 'blocked') setShownLink(await link);
    } catch (error) {
      toastError(error, "Couldn't share your list");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="primary"
        size="small"
        busy={busy}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => void share()}
      >
        Share
      </Button>
      {shownLink && (
        <Suspense fallback={null}>
          <ShareLinkDialog
            title="Share your list"
            description="Copy this link. Anyone who has it can see the list."
            link={shownLink}
            onClose={() => setShownLink(null)}
          />
        </Suspense>
      )}
    </>
  );
}
