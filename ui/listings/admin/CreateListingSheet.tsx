import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createListingAsStaff } from '#contract/listings/admin-listings.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { SimilarListings } from '../owner/add/SimilarListings.tsx';
import { changesOf, factsOf, formOf } from '../owner/edit/fields.ts';
import { ListingSections } from '../owner/edit/ListingSections.tsx';
import { useListingForm } from '../owner/edit/use-listing-form.ts';
import { blankListing } from './blank-listing.ts';

interface CreateListingSheetProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

/** Adds a listing that no one owns yet, with the form that owners use. Its photos are added once it exists. */
export function CreateListingSheet({ onClose, onCreated }: CreateListingSheetProps) {
  const client = useQueryClient();
  const form = useListingForm('new listing of staff', blankListing);
  const { values } = form;
  /** The sentence about the listing that this one matches. */
  const [match, setMatch] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: ({ base, values: filled }: typeof form.formState) => {
      const changes = changesOf(formOf(base), filled) as Parameters<typeof bodyOf>[0];
      // A fact that staff leave open is not known, whatever the default of the call.
      return api(createListingAsStaff, { body: { ...factsOf(filled), ...bodyOf(changes), compared: match !== null } });
    },
    async onSuccess({ id }) {
      form.endDraft();
      toast({ title: 'Success', description: 'The listing was created. You can add photos now.', variant: 'good' });
      onCreated(id);
      await refresh(
        client,
        '/api/admin/listings',
        '/api/admin/tables',
        '/api/dentists',
        '/api/directory',
        '/api/stats',
      );
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'matches') return setMatch(sentenceOf(error));
      form.showErrors(fieldsOf(error));
      toastError(error);
    },
  });
  return (
    <Sheet
      open
      wide
      title="Create a listing"
      description="It has no owner until someone claims it."
      onOpenChange={(open) => !open && onClose()}
    >
      <form
        method="post"
        className={layout.stack}
        noValidate
        aria-label="Create a listing"
        onSubmit={form.submit(() => {
          if (!create.isPending) create.mutate(form.formState);
        })}
      >
        <SimilarListings phone={values.phone} name={values.name} zip={values.zipCode} address={values.address} />
        <ListingSections listing={blankListing} form={form} forStaff photos={null} />
        {match !== null && (
          <Callout tone="warn" title="It matches another listing">
            {match}
          </Callout>
        )}
        <div className={layout.row}>
          <Button variant="primary" type="submit" busy={create.isPending}>
            {match === null ? 'Create listing' : 'Create anyway'}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** The pictures are saved with the edit form, once the listing exists. */
const bodyOf = ({
  logo: _logo,
  profileImage: _profileImage,
  ...body
}: { name: string } & Partial<Record<'logo' | 'profileImage', string>>) => ({ ...body, name: body.name ?? '' });
