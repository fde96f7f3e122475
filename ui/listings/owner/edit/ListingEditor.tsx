import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { listPracticeTypes, listServices } from '#contract/listings.ts';
import { listingEdit, myListings, updateListing, type OwnListing } from '#contract/own-listings.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { findProblems } from '#ui/app/use-app-form.ts';
import { findChangedFields, useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { changesOf, editorKey, fieldNames, formOf, baseValuesOf } from './fields.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { HolidayHoursEditor } from '../holiday-hours/HolidayHoursEditor.tsx';
import { HoursEditor } from './HoursEditor.tsx';
import { AddressFields, DoctorFields, FeatureFields, SocialFields } from './ListingFields.tsx';
import css from './ListingEditor.module.css';
import { PhotoGallery } from './PhotoGallery.tsx';
import { ServicePicker } from './ServicePicker.tsx';
import { showValue } from './field-text.ts';

export default function ListingEditor({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const [badDays, setBadDays] = useState<Record<string, string | null>>({});
  const record = useConflictForm(editorKey(listing.id), listing, formOf, {
    check: (edited, read) => ({
      ...findProblems(listingEdit, changesOf(formOf(read), edited)),
      ...Object.fromEntries(Object.entries(badDays).flatMap(([day, sentence]) => (sentence ? [[day, sentence]] : []))),
    }),
  });
  const { values, base, isDirty, errors, setValues } = record;
  const { data: services } = useQuery(queryOf(listServices, {}));
  const { data: types } = useQuery(queryOf(listPracticeTypes, {}));
  const names = {
    services: new Map(services?.map(({ id, name }) => [id, name])),
    types: new Map(types?.map(({ id, name }) => [id, name])),
  };
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

  const save = useMutation({
    mutationFn: ({ base: read, values: edited }: typeof record.formState) => {
      const changes = changesOf(formOf(read), edited);
      return api(updateListing, {
        params: { id: String(listing.id) },
        body: { ...changes, read: baseValuesOf(read, Object.keys(changes)) },
      });
    },
    async onSuccess(next, { base: read, values: edited }) {
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      saved.current = true;
      const before = formOf(read);
      const ownFields = findChangedFields(before, edited);
      const otherFields = findChangedFields(before, formOf(next)).filter((field) => !ownFields.includes(field));
      const note = `Someone else updated ${otherFields.map((field) => fieldNames[field]).join(', ')}; we kept their change.`;
      const description = `Your practice information has been updated.${otherFields.length > 0 ? ` ${note}` : ''}`;
      toast({ title: 'Success', description, variant: 'good' });
      onClose();
      await refresh(client, '/api/dentists', '/api/directory', '/location', `/api/user/dentists/${listing.id}/`);
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const submit = record.submit((edited) => {
    if (save.isPending) return;
    if (Object.keys(changesOf(formOf(base), edited)).length === 0) onClose();
    else save.mutate(record.formState);
  });
  const shared = { values, setValues: setValues as (change: never) => void, errors };
  return (
    <form className={css.form} noValidate aria-label={`Edit ${listing.name}`} onSubmit={submit}>
      <section className={css.section}>
        <h3>Doctor and practice</h3>
        <DoctorFields {...shared} paused={!listing.planActive} />
      </section>
      <section className={css.section}>
        <h3>Address</h3>
        <AddressFields {...shared} />
      </section>
      <section className={css.section}>
        <h3>Office hours</h3>
        <HoursEditor
          key={base.updatedAt}
          values={values}
          onChange={(day, text) => setValues({ [day]: text })}
          onProblem={(day, sentence) => setBadDays((previous) => ({ ...previous, [day]: sentence }))}
        />
      </section>
      <section className={css.section}>
        <h3>Holiday hours</h3>
        <HolidayHoursEditor
          key={base.updatedAt}
          value={values.holidayHours}
          onChange={(text) => setValues({ holidayHours: text })}
          onProblem={(sentence) => setBadDays((previous) => ({ ...previous, holidayHours: sentence }))}
          error={errors['holidayHours']}
        />
      </section>
      <section className={css.section}>
        <h3>Services and features</h3>
        <ServicePicker
          value={values.serviceIds}
          onChange={(ids) => setValues({ serviceIds: ids })}
          error={errors['serviceIds']}
        />
        <FeatureFields {...shared} />
      </section>
      <section className={css.section}>
        <h3>Prices and insurance</h3>
        <DecisionFields values={values} setValues={setValues} errors={errors} />
      </section>
      <section className={css.section}>
        <h3>Social links</h3>
        <SocialFields {...shared} paused={!listing.planActive} />
      </section>
      <section className={css.section}>
        <h3>Photos</h3>
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
        busy={save.isPending}
        onKeepMine={() => {
          setBadDays({});
          save.mutate(record.keepMyValues());
        }}
      />
      <div className={css.bar}>
        <span className={css.muted} aria-live="polite">
          {isDirty ? 'You have unsaved changes.' : ''}
        </span>
        <Button disabled={save.isPending} onClick={() => (isDirty ? setConfirmingLeave(true) : onClose())}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
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
