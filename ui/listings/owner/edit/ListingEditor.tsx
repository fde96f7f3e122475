import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { listPracticeTypes, listServices } from '#contract/listings.ts';
import { listingEdit, myListings, updateListing, type OwnListing } from '#contract/own-listings.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { findChangedFields, useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { changesOf, editorKey, fieldNames, formOf, baseValuesOf, type FormValues } from './fields.ts';
import { HoursEditor } from './HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from './ListingFields.tsx';
import css from './ListingEditor.module.css';
import { PhotoGallery } from './PhotoGallery.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import { showValue } from './field-text.ts';
import { focusFirstInvalid, findProblems, type Errors } from '#ui/kit/use-values.ts';

export default function ListingEditor({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const record = useConflictForm(editorKey(listing.id), listing, formOf);
  const { values, base, isDirty } = record;
  const [errors, setErrors] = useState<Errors>({});
  const set = <K extends keyof FormValues>(name: K, value: FormValues[K]) => {
    record.setValues({ [name]: value } as Partial<FormValues>);
    setErrors((previous) => (previous[name] === undefined ? previous : { ...previous, [name]: undefined }));
  };
  const { data: services } = useQuery(queryOf(listServices, {}));
  const { data: types } = useQuery(queryOf(listPracticeTypes, {}));
  const names = {
    services: new Map(services?.map(({ id, name }) => [id, name])),
    types: new Map(types?.map(({ id, name }) => [id, name])),
  };
  const [badDays, setBadDays] = useState<Record<string, string | null>>({});
  const [busy, setBusy] = useState(false);
  const isSaving = useRef(false);
  const [confirmingLeave, setConfirmingLeave] = useState(false);
  const saved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const save = async ({ base: read, values: edited } = record.formState) => {
    if (isSaving.current) return;
    const before = formOf(read);
    const changes = changesOf(before, edited);
    const changed = Object.keys(changes);
    if (changed.length === 0) return onClose();
    const problems = findProblems(listingEdit, changes);
    setErrors(problems);
    if (Object.keys(problems).length > 0 || Object.values(badDays).some(Boolean))
      return focusFirstInvalid(form.current);
    isSaving.current = true;
    setBusy(true);
    try {
      const next = await api(updateListing, {
        params: { id: String(listing.id) },
        body: { ...changes, read: baseValuesOf(read, changed) },
      });
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      saved.current = true;
      const others = findChangedFields(before, formOf(next)).filter((field) => !changed.includes(field));
      const note = `Someone else updated ${others.map((field) => fieldNames[field]).join(', ')}; we kept their change.`;
      const description = `Your practice information has been updated.${others.length > 0 ? ` ${note}` : ''}`;
      toast({ title: 'Success', description, variant: 'good' });
      onClose();
      await refresh(client, '/api/dentists', '/api/directory', '/location', `/api/user/dentists/${listing.id}/`);
    } catch (error) {
      if (record.handleConflict(error)) return;
      setErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
      focusFirstInvalid(form.current);
    } finally {
      isSaving.current = false;
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
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section className={css.section}>
        <h4>Doctor and practice</h4>
        <DoctorFields {...shared} paused={!listing.planActive} />
      </section>
      <section className={css.section}>
        <h4>Address</h4>
        <AddressFields {...shared} />
      </section>
      <section className={css.section}>
        <h4>Office hours</h4>
        <HoursEditor
          key={base.updatedAt}
          values={values}
          onChange={(day, text) => set(day, text)}
          onProblem={(day, sentence) => setBadDays((previous) => ({ ...previous, [day]: sentence }))}
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
        <SocialFields {...shared} paused={!listing.planActive} />
      </section>
      <section className={css.section}>
        <h4>Photos</h4>
        <p className={css.muted}>
          {listing.planActive
            ? 'Photos are saved as soon as you change them.'
            : 'Photos are paused because the plan has ended. You can remove photos, which is saved at once.'}
        </p>
        <PhotoGallery listing={listing} />
      </section>
      <EditConflict
        form={{
          ...record,
          takeTheirValues() {
            setBadDays({});
            record.takeTheirValues();
          },
        }}
        names={fieldNames}
        show={(field, value) => showValue(field, value, names)}
        busy={busy}
        onKeepMine={() => {
          setBadDays({});
          void save(record.keepMyValues());
        }}
      />
      <div className={css.bar}>
        <span className={css.muted} aria-live="polite">
          {isDirty ? 'You have unsaved changes.' : ''}
        </span>
        <Button disabled={busy} onClick={() => (isDirty ? setConfirmingLeave(true) : onClose())}>
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
        open={confirmingLeave || blocker.state === 'blocked'}
        onOpenChange={(open) => {
          if (open) return;
          setConfirmingLeave(false);
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onConfirm={() => (blocker.state === 'blocked' ? blocker.proceed() : onClose())}
      />
    </form>
  );
}
