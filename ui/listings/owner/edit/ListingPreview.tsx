import { useState } from 'react';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { ListingCard } from '#ui/listings/card/ListingCard.tsx';
import { Plans, Prices } from '#ui/listings/profile/PlansAndPrices.tsx';
import { ContactCard, HoursCard } from '#ui/listings/profile/ProfileCards.tsx';
import { ProfileHero } from '#ui/listings/profile/ProfileHero.tsx';
import { About, Features, Services } from '#ui/listings/profile/ProfileSections.tsx';
import { ProfileVideo } from '#ui/listings/profile/ProfileVideo.tsx';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { useListingNames } from '../../listing-names.ts';
import type { FormValues } from './fields.ts';
import css from './ListingPreview.module.css';
import { previewListing } from './preview-listing.ts';

interface ListingPreviewProps {
  listing: OwnListing;
  values: FormValues;
  onClose: () => void;
  /** Saves everything that is shown. */
  onSave?: (() => void) | undefined;
}

/** The listing with its unsaved changes, drawn by the components that patients see. */
export default function ListingPreview({ listing, values, onClose, onSave }: ListingPreviewProps) {
  const now = usePageTime();
  const [view, setView] = useState<'card' | 'profile'>('card');
  const names = useListingNames();
  const shown = previewListing(listing, values, names, now.toISOString().slice(0, 10));
  return (
    <Dialog
      open
      width="wide"
      title="Preview"
      description="What patients will see once you save. Buttons and links don’t work here."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          {onSave && (
            <Button variant="primary" onClick={onSave}>
              Save all changes
            </Button>
          )}
        </>
      }
    >
      <div className={css.preview}>
        <Segmented
          label="What to preview"
          options={[
            { value: 'card', label: 'Search result' },
            { value: 'profile', label: 'Profile' },
          ]}
          value={view}
          onValueChange={setView}
        />
        <div className={css.page} inert>
          {view === 'card' ? (
            <ListingCard listing={shown} now={now} />
          ) : (
            <div className={css.profile}>
              <ProfileHero listing={shown} now={now} />
              <About listing={shown} />
              <ProfileVideo listing={shown} />
              <Services listing={shown} />
              <Prices listing={shown} now={now} />
              <Plans listing={shown} now={now} />
              <Features listing={shown} now={now} />
              <ContactCard listing={shown} />
              <HoursCard listing={shown} now={now} />
            </div>
          )}
        </div>
      </div>
    </Dialog>
  );
}
