import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { myListings, updateListing, type OwnListing } from '#contract/listings/own-listings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields, pickFields } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { PhotoGallery } from '../photos/PhotoGallery.tsx';
import { useOwnerGallery } from '../photos/use-owner-gallery.ts';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import { changesOf, editorKey, fieldNames, formOf, baseValuesOf, type FormValues } from './fields.ts';
import { useListingNames } from '../../listing-names.ts';
import { showValue } from './field-text.ts';
import css from './ListingEditor.module.css';
import { listSections, type ListingSection } from './ListingSections.tsx';
import { SectionCard } from './SectionCard.tsx';
import { summarizeSection } from './section-summary.ts';
import { useListingForm } from './use-listing-form.ts';
import { useOpenSections } from './use-open-sections.ts';

const ListingPreview = lazy(() => import('./ListingPreview.tsx'));
const ListingRequestSettings = lazy(() => import('#ui/appointments/owner/ListingRequestSettings.tsx'));

const ALL = 'all';

/** Shows a card for each section. Several can be open. Each saves by itself, and the changes of several are saved together. */
export default function ListingEditor({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const record = useListingForm(editorKey(listing.id), listing);
  const galleryCalls = useOwnerGallery(listing);
  const [previewing, setPreviewing] = useState(false);
  const { values, isDirty } = record;
  const badgeChanges = findBadgeChanges(listing, values);
  const names = useListingNames();
  const [leaving, setLeaving] = useState<ListingSection | null>(null);
  const cards = useRef<HTMLDivElement>(null);
  const sections = listSections({
    listing,
    form: record,
    photos: <PhotoGallery photos={listing.photos} calls={galleryCalls} entitled={listing.planActive} />,
    appointments: (
      <Suspense fallback={<Skeleton height={72} />}>
        <ListingRequestSettings dentistId={listing.id} />
      </Suspense>
    ),
  });
  const { openIds, setOpenIds, openedId, openOne } = useOpenSections(sections, record.changedFields);
  const hasChanges = ({ fields }: ListingSection) => record.changedFields.some((field) => fields.includes(field));
  const changedSections = sections.filter(hasChanges);
  const isSeveral = changedSections.length > 1;
  const closable = sections.filter(({ id }) => openIds.includes(id));
  const noticeId = isSeveral ? ALL : (changedSections[0] ?? closable.findLast(({ fields }) => fields.length > 0))?.id;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);

  const close = (ids: readonly string[]) => setOpenIds((previous) => previous.filter((id) => !ids.includes(id)));
  /** The record with the changes of these sections alone. */
  const pickSections = (ids: readonly string[], state: typeof record.formState): typeof record.formState => {
    const fields = sections.filter(({ id }) => ids.includes(id)).flatMap((section) => section.fields);
    return {
      base: state.base,
      values: { ...formOf(state.base), ...pickFields(state.values, fields as (keyof FormValues)[]) },
    };
  };
  const save = useMutation({
    mutationFn: ({ base: read, values: edited }: typeof record.formState & { ids: readonly string[] }) => {
      const changes = changesOf(formOf(read), edited);
      return api(updateListing, {
        params: { id: String(listing.id) },
        body: { ...changes, read: baseValuesOf(read, Object.keys(changes)) },
      });
    },
    async onSuccess(next, { base: read, values: edited, ids }) {
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      const before = formOf(read);
      const ownFields = findChangedFields(before, edited);
      const otherFields = findChangedFields(before, formOf(next)).filter((field) => !ownFields.includes(field));
      const note = `Someone else updated ${otherFields.map((field) => fieldNames[field]).join(', ')}; we kept their change.`;
      const description = `Your practice information has been updated.${otherFields.length > 0 ? ` ${note}` : ''}`;
      toast({ title: 'Success', description, variant: 'good' });
      record.markSaved(edited, next);
      focusNext(ids);
      close(ids);
      await refresh(
        client,
        '/api/dentists',
        '/api/directory',
        '/location',
        '/api/user/home',
        `/api/user/dentists/${listing.id}/`,
      );
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  /** Moves on to the section after the saved one, so that Enter opens it. */
  const focusNext = (ids: readonly string[]) => {
    const next = sections[sections.findIndex(({ id }) => id === ids[0]) + 1];
    if (ids.length !== 1 || !next) return;
    document.getElementById(`${openIds.includes(next.id) ? 'section' : 'edit'}-${next.id}`)?.focus();
  };
  const saveSections = (ids: readonly string[], state = record.formState) => {
    if (save.isPending) return;
    const picked = pickSections(ids, state);
    if (Object.keys(changesOf(formOf(picked.base), picked.values)).length === 0) close(ids);
    else save.mutate({ ...picked, ids });
  };
  const submitSection = (section: ListingSection) =>
    record.submit(
      () => saveSections([section.id]),
      // An error in another section holds only that section back.
      (problems) => (section.fields.some((field) => field in problems) ? undefined : saveSections([section.id])),
    );
  // Focuses the first invalid control of all sections once React has marked it.
  const [refusals, setRefusals] = useState(0);
  const focusedRefusals = useRef(0);
  useEffect(() => {
    if (refusals === focusedRefusals.current) return;
    const invalid = cards.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!invalid) return;
    focusedRefusals.current = refusals;
    invalid.focus();
  });
  const submitAll = record.submit(
    () => saveSections(changedSections.map(({ id }) => id)),
    () => setRefusals((count) => count + 1),
  );
  const saveFromPreview = () => {
    setPreviewing(false);
    const form = document.getElementById(`form-${isSeveral ? ALL : changedSections[0]!.id}`);
    if (form instanceof HTMLFormElement) form.requestSubmit();
  };
  const discard = (section: ListingSection) => {
    record.discardFields(section.fields as (keyof FormValues)[]);
    close([section.id]);
  };
  const notice = (
    <EditConflict
      form={record}
      names={fieldNames}
      show={(field, value) => showValue(field, value, names)}
      busy={save.isPending}
      onKeepMine={() => {
        const ids = save.variables?.ids ?? changedSections.map(({ id }) => id);
        const picked = pickSections(ids, record.keepMyValues());
        save.mutate({ ...picked, ids });
      }}
    />
  );
  const renderBar = (fields: readonly string[], children: ReactNode) => {
    const paused = badgeChanges.filter((field) => fields.includes(field));
    return (
      <div className={css.bar}>
        <span className={layout.note} aria-live="polite">
          {paused.length > 0 && `Saving pauses the Verified badge until we have checked ${listFields(paused)}.`}
        </span>
        <Button icon={<Eye />} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        {children}
      </div>
    );
  };
  return (
    <div className={css.cards} ref={cards} data-several={isSeveral || undefined}>
      <div className={css.all}>
        {closable.length < sections.length ? (
          <Button size="small" icon={<Pencil />} onClick={() => setOpenIds(sections.map(({ id }) => id))}>
            Edit all
          </Button>
        ) : (
          <Button size="small" onClick={() => setOpenIds(changedSections.map(({ id }) => id))}>
            Close all
          </Button>
        )}
      </div>
      {sections.map((section) => (
        <SectionCard
          key={section.id}
          section={section}
          summary={summarizeSection(section.id, listing)}
          isOpen={openIds.includes(section.id)}
          isOpened={openedId === section.id}
          onOpen={() => openOne(section.id)}
        >
          {section.fields.length === 0 ? (
            <>
              {section.content}
              <div className={css.bar}>
                <Button onClick={() => close([section.id])}>Done</Button>
              </div>
            </>
          ) : (
            <form
              id={`form-${section.id}`}
              method="post"
              className={css.form}
              noValidate
              aria-label={`Edit ${section.title.toLowerCase()}`}
              onSubmit={submitSection(section)}
            >
              {section.content}
              {noticeId === section.id && notice}
              {renderBar(
                section.fields,
                <>
                  <Button
                    disabled={save.isPending}
                    onClick={() => (hasChanges(section) ? setLeaving(section) : discard(section))}
                  >
                    Cancel
                  </Button>
                  <Button type="submit" variant={isSeveral ? 'secondary' : 'primary'} busy={save.isPending}>
                    Save
                  </Button>
                </>,
              )}
            </form>
          )}
        </SectionCard>
      ))}
      {isSeveral && (
        <form
          id={`form-${ALL}`}
          method="post"
          className={css.together}
          noValidate
          aria-label="Save all changes"
          onSubmit={submitAll}
        >
          {noticeId === ALL && notice}
          {renderBar(
            badgeChanges,
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save all changes
            </Button>,
          )}
        </form>
      )}
      {previewing && (
        <Suspense fallback={null}>
          <ListingPreview
            listing={listing}
            values={values}
            onClose={() => setPreviewing(false)}
            onSave={changedSections.length > 0 ? saveFromPreview : undefined}
          />
        </Suspense>
      )}
      <Confirm
        title="Leave without saving?"
        description={`Your changes${leaving ? ' to this section' : ''} have not been saved. They will be lost.`}
        action="Leave without saving"
        cancel="Keep editing"
        danger
        open={leaving !== null || blocker.state === 'blocked'}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          setLeaving(null);
          if (blocker.state === 'blocked') blocker.reset();
        }}
        onConfirm={() => {
          if (blocker.state === 'blocked') {
            record.discardDraft();
            record.endDraft();
            blocker.proceed();
          } else if (leaving) discard(leaving);
          setLeaving(null);
        }}
      />
    </div>
  );
}
