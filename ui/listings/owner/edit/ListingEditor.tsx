import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker, useLocation } from 'react-router-dom';
import { myListings, updateListing, type OwnListing } from '#contract/listings/own-listings.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { findChangedFields } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { PhotoGallery } from '../photos/PhotoGallery.tsx';
import { useOwnerGallery } from '../photos/use-owner-gallery.ts';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import { changesOf, editorKey, fieldNames, formOf, baseValuesOf } from './fields.ts';
import { useListingNames } from '../../listing-names.ts';
import { showValue } from './field-text.ts';
import css from './ListingEditor.module.css';
import { listSections, type ListingSection } from './ListingSections.tsx';
import { summarizeSection } from './section-summary.ts';
import { useListingForm } from './use-listing-form.ts';

const ListingPreview = lazy(() => import('./ListingPreview.tsx'));
const ListingRequestSettings = lazy(() => import('#ui/appointments/owner/ListingRequestSettings.tsx'));

/** The section to open instead of the one with unsaved changes; null to open none. */
interface Leaving {
  next: string | null;
}

/** Shows a card for each section. Only one is open at a time, and it saves by itself. */
export default function ListingEditor({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const record = useListingForm(editorKey(listing.id), listing);
  const galleryCalls = useOwnerGallery(listing);
  const [previewing, setPreviewing] = useState(false);
  const { values, isDirty } = record;
  const badgeChanges = findBadgeChanges(listing, values);
  const names = useListingNames();
  const [leaving, setLeaving] = useState<Leaving | null>(null);
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
  const [openId, setOpenId] = useOpenSection(sections, record.changedFields);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
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
      const before = formOf(read);
      const ownFields = findChangedFields(before, edited);
      const otherFields = findChangedFields(before, formOf(next)).filter((field) => !ownFields.includes(field));
      const note = `Someone else updated ${otherFields.map((field) => fieldNames[field]).join(', ')}; we kept their change.`;
      const description = `Your practice information has been updated.${otherFields.length > 0 ? ` ${note}` : ''}`;
      toast({ title: 'Success', description, variant: 'good' });
      record.markSaved(edited, next);
      setOpenId(null);
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
  const submit = record.submit((edited) => {
    if (save.isPending) return;
    if (Object.keys(changesOf(formOf(record.base), edited)).length === 0) setOpenId(null);
    else save.mutate(record.formState);
  });
  const open = (next: string | null) => (isDirty ? setLeaving({ next }) : setOpenId(next));
  const buttons = (
    <>
      <EditConflict
        form={record}
        names={fieldNames}
        show={(field, value) => showValue(field, value, names)}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={css.bar}>
        <span className={layout.note} aria-live="polite">
          {badgeChanges.length > 0 &&
            `Saving pauses the Verified badge until we have checked ${listFields(badgeChanges)}.`}
        </span>
        <Button icon={<Eye />} onClick={() => setPreviewing(true)}>
          Preview
        </Button>
        <Button disabled={save.isPending} onClick={() => open(null)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </>
  );
  return (
    <div className={css.cards}>
      {sections.map((section) => (
        <SectionCard
          key={section.id}
          section={section}
          summary={summarizeSection(section.id, listing)}
          isOpen={section.id === openId}
          onOpen={() => open(section.id)}
        >
          {section.fields.length === 0 ? (
            <>
              {section.content}
              <div className={css.bar}>
                <Button onClick={() => setOpenId(null)}>Done</Button>
              </div>
            </>
          ) : (
            <form
              method="post"
              className={css.form}
              noValidate
              aria-label={`Edit ${section.title.toLowerCase()}`}
              onSubmit={submit}
            >
              {section.content}
              {buttons}
            </form>
          )}
        </SectionCard>
      ))}
      {previewing && (
        <Suspense fallback={null}>
          <ListingPreview listing={listing} values={values} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
      <Confirm
        title="Leave without saving?"
        description="Your changes to this section have not been saved. They will be lost."
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
          record.discardDraft();
          if (blocker.state === 'blocked') {
            record.endDraft();
            blocker.proceed();
          } else setOpenId(leaving?.next ?? null);
          setLeaving(null);
        }}
      />
    </div>
  );
}

/** Opens the section of the hash, or the one whose unsaved changes are back. */
function useOpenSection(
  sections: readonly ListingSection[],
  changedFields: readonly string[],
): [string | null, (id: string | null) => void] {
  const { hash } = useLocation();
  const named = sections.find(({ id }) => `#${id}` === hash)?.id;
  const restored = sections.find(({ fields }) => fields.some((field) => changedFields.includes(field)))?.id;
  const [openId, setOpenId] = useState<string | null>(restored ?? named ?? null);
  const [seenHash, setSeenHash] = useState(hash);
  if (hash !== seenHash) {
    setSeenHash(hash);
    // Unsaved changes keep their section open.
    if (named && changedFields.length === 0) setOpenId(named);
  }
  return [openId, setOpenId];
}

interface SectionCardProps {
  section: ListingSection;
  summary: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function SectionCard({ section: { id, title }, summary, isOpen, onOpen, children }: SectionCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      card.current?.scrollIntoView({ block: 'start' });
      card.current?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Card as="section" aria-labelledby={`section-${id}`} className={css.card} data-open={isOpen || undefined}>
      <div ref={card} className={css.head}>
        <div className={css.titles}>
          <h3 id={`section-${id}`} tabIndex={-1}>
            {title}
          </h3>
          {!isOpen && <p className={css.summary}>{summary || 'Not set'}</p>}
        </div>
        {!isOpen && (
          <Button size="small" icon={<Pencil />} aria-label={`Edit ${title.toLowerCase()}`} onClick={onOpen}>
            Edit
          </Button>
        )}
      </div>
      {isOpen && <div className={css.body}>{children}</div>}
    </Card>
  );
}
