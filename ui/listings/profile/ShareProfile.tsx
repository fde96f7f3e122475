import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSite } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './ShareProfile.module.css';

const ShareLinkDialog = lazy(() => import('../compare/ShareLinkDialog.tsx'));

/** Opens the share sheet of a phone, or copies the profile's link. */
export function ShareProfile({ path, name }: { path: string; name: string }) {
  const { publicUrl } = useSite();
  const link = publicUrl + path;
  const [isShown, setIsShown] = useState(false);
  const share = async () => {
    try {
      const { deliverLink } = await import('../compare/share-link.ts');
      const outcome = await deliverLink(Promise.resolve(link), name);
      if (outcome === 'copied') toast({ title: 'Link copied', variant: 'good' });
      setIsShown(outcome === 'blocked');
    } catch (error) {
      toastError(error, "Couldn't share this practice");
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={css.share}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => void share()}
      >
        Share
      </Button>
      {isShown && (
        <Suspense fallback={null}>
          <ShareLinkDialog
            title="Share this practice"
            description="Copy this link to the profile."
            link={link}
            onClose={() => setIsShown(false)}
          />
        </Suspense>
      )}
    </>
  );
}
