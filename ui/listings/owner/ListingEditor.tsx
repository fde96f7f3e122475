import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { useBlocker } from 'react-router-dom';
import { listingEdit, myListings, updateListing, type OwnListing } from '#contract/own-listings.ts';
import { Button } from '#ui/kit/Button.tsx';
import { Confirm } from '#ui/kit/Confirm.tsx';
import { toast } from '#ui/kit/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { changesOf, formOf } from './fields.ts';
import { HoursEditor } from './HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from './ListingFields.tsx';
import css from './Owner.module.css';
import { PhotoGallery } from './PhotoGallery.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import { focusFirstInvalid, problemsOf, useValues } from './use-values.ts';

/** Edit mode of a listing: the form filled with what is stored, saved or left as one. */
export default function ListingEditor({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  // What the form started from; photos change meanwhile without it.
  const [start] = useState(() => formOf(listing));
  const { values, set, errors, setErrors } = useValues(start);
  const [badDays, setBadDays] = useState<Record<string, string | null>>({});
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const changes = useMemo(() => changesOf(start, values), [start, values]);
  const dirty = Object.keys(changes).length > 0;
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [dirty]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!dirty) return onClose();
    const problems = problemsOf(listingEdit, changes);
    setErrors(problems);
    if (Object.keys(problems).length > 0 || Object.values(badDays).some(Boolean))
      return focusFirstInvalid(form.current);
    setBusy(true);
    try {
      const next = await api(updateListing, { params: { id: String(listing.id) }, body: changes });
      client.setQueryData(queryOf(myListings, {}).queryKey, (all) =>
        all?.map((one) => (one.id === next.id ? next : one)),
      );
      saved.current = true;
      toast({ title: 'Success', description: 'Your practice information has been updated.', variant: 'good' });
      onClose();
      await refresh(client, '/api/dentists', '/api/directory', '/location', `/api/user/dentists/${listing.id}/`);
    } catch (error) {
      setErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
      focusFirstInvalid(form.current);
    } finally {
      setBusy(false);
    }
  };
  const shared = { values, set: set as never, errors };
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      aria-label={`Edit ${listing.name}`}
      onSubmit={(event) => void save(event)}
    >
      <section className={css.section}>
        <h4>Doctor and practice</h4>
        <DoctorFields {...shared} />
      </section>
      <section className={css.section}>
        <h4>Address</h4>
        <AddressFields {...shared} />
      </section>
      <section className={css.section}>
        <h4>Office hours</h4>
        <HoursEditor
          values={values}
          onChange={(day, text) => set(day, text)}
          onProblem={(day, sentence) => setBadDays((before) => ({ ...before, [day]: sentence }))}
        />
      </section>
      <section className={css.section}>
        <h4>Services and features</h4>
        <ServicePicker
          value={values.serviceIds}
          onChange={(ids) => set('serviceIds', ids)}
          error={errors['serviceIds']}
        />
        <FeatureFields {...shared} />
      </section>
      <section className={css.section}>
        <h4>Social links</h4>
        <SocialFields {...shared} />
      </section>
      <section className={css.section}>
        <h4>Photos</h4>
        <p className={css.soft}>Photos are saved as soon as you change them.</p>
        <PhotoGallery listing={listing} />
      </section>
      <div className={css.bar}>
        <span className={css.soft} aria-live="polite">
          {dirty ? 'You have unsaved changes.' : ''}
        </span>
        <Button disabled={busy} onClick={() => (dirty ? setAsking(true) : onClose())}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
      </div>
      <Confirm
        title="Leave without saving?"
        description="Your changes to this listing have not been saved. They will be lost."
        action="Leave without saving"
        cancel="Keep editing"
        danger
        open={asking || blocker.state === 'blocked'}
        onOpenChange={(open) => {
          if (open) return;
          setAsking(false);
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onConfirm={() => (blocker.state === 'blocked' ? blocker.proceed() : onClose())}
      />
    </form>
  );
}
