import { useQueryClient } from '@tanstack/react-query';
import { ChartLine, Ellipsis, ExternalLink, History, LogOut, Pencil, Trash2, Undo2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { photoSet } from '#contract/photos.ts';
import { leaveListing } from '#contract/managers.ts';
import { confirmListing, deleteListing, myListings, unclaimListing, type OwnListing } from '#contract/own-listings.ts';
import { hasDraft } from '#ui/app/use-conflict-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/kit/overlays/Menu.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { editorKey } from '../edit/fields.ts';
import { StandingBadge } from '../../card/StandingBadge.tsx';
import { ListingFacts } from './ListingFacts.tsx';
import { ListingNotices } from './ListingNotices.tsx';
import css from './OwnListingCard.module.css';

const ListingEditor = lazy(() => import('../edit/ListingEditor.tsx'));
const OwnerInsights = lazy(async () => ({
  default: (await import('#ui/insights/OwnerInsights.tsx')).OwnerInsights,
}));
const HistorySheet = lazy(() => import('./HistorySheet.tsx'));
const ManagersDialog = lazy(() => import('./ManagersDialog.tsx'));

type Question = 'unclaim' | 'delete' | 'leave';

/** A listing on the dashboard, with its facts or its editor. */
export function OwnListingCard({ listing }: { listing: OwnListing }) {
  const [editing, setEditing] = useState(() => hasDraft(editorKey(listing.id)));
  const [insightsOpen, setInsightsOpen] = useState(false);
  const [openDialog, setOpenDialog] = useState<'history' | 'managers' | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const place = [listing.city, listing.state].filter(Boolean).join(', ');
  return (
    <Card as="article" aria-labelledby={`listing-${listing.id}`} className={css.card}>
      <header className={css.head}>
        {listing.practiceImage && (
          <img
            className={css.cover}
            src={listing.practiceImage}
            srcSet={photoSet(listing.practiceImage)}
            sizes="112px"
            alt=""
          />
        )}
        <div className={css.titles}>
          <h3 id={`listing-${listing.id}`}>
            <Link to={listing.href}>
              {listing.name}
              {listing.title && `, ${listing.title}`}
            </Link>
          </h3>
          <p className={css.muted}>{[listing.specialty, place].filter(Boolean).join(' · ')}</p>
          <div className={css.badges}>
            <StandingBadge listing={{ ...listing, claimed: true }} />
            {listing.role === 'manager' && <Badge>Manager</Badge>}
          </div>
        </div>
        {!editing && (
          <Menu
            trigger={
              <IconButton label={`More about ${listing.name}`}>
                <Ellipsis />
              </IconButton>
            }
          >
            <MenuItem icon={<History />} onSelect={() => setOpenDialog('history')}>
              History
            </MenuItem>
            {listing.role === 'owner' ? (
              <>
                <MenuItem icon={<Users />} onSelect={() => setOpenDialog('managers')}>
                  Managers
                </MenuItem>
                <MenuSeparator />
                <MenuItem icon={<Undo2 />} onSelect={() => setQuestion('unclaim')}>
                  Unclaim practice
                </MenuItem>
                <MenuItem icon={<Trash2 />} danger onSelect={() => setQuestion('delete')}>
                  Delete practice
                </MenuItem>
              </>
            ) : (
              <MenuItem icon={<LogOut />} onSelect={() => setQuestion('leave')}>
                Stop managing
              </MenuItem>
            )}
          </Menu>
        )}
      </header>
      {editing ? (
        <Suspense fallback={<Skeleton height={400} />}>
          <ListingEditor listing={listing} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <>
          <ListingNotices listing={listing} />
          <ListingFacts listing={listing} />
          <ConfirmFacts listing={listing} />
          {insightsOpen && (
            <Suspense fallback={<Skeleton height={400} />}>
              {listing.planActive ? (
                <OwnerInsights dentistId={listing.id} />
              ) : (
                <Callout tone="warn">Insights are paused because the plan has ended.</Callout>
              )}
            </Suspense>
          )}
          <div className={css.buttons}>
            <Button variant="primary" icon={<Pencil />} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button icon={<ChartLine />} aria-expanded={insightsOpen} onClick={() => setInsightsOpen(!insightsOpen)}>
              Insights
            </Button>
            <ButtonLink to={listing.href} icon={<ExternalLink />}>
              View public page
            </ButtonLink>
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {openDialog === 'history' && <HistorySheet listing={listing} onClose={() => setOpenDialog(null)} />}
        {openDialog === 'managers' && <ManagersDialog listing={listing} onClose={() => setOpenDialog(null)} />}
      </Suspense>
      <ConfirmQuestion listing={listing} question={question} onClose={() => setQuestion(null)} />
    </Card>
  );
}

function ConfirmFacts({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      const next = await api(confirmListing, { params: { id: String(listing.id) } });
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      toast({
        title: 'Thank you',
        description: 'Patients now see that you confirmed this listing today.',
        variant: 'good',
      });
      await refresh(client, '/api/dentists', '/location', `/api/user/dentists/${listing.id}/`);
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.confirm}>
      <div>
        <p>
          <strong>Is this still correct?</strong>
        </p>
        <p className={css.muted}>
          {listing.confirmedAt
            ? `Last confirmed on ${formatShortLocalDate(listing.confirmedAt)}.`
            : 'Not confirmed yet.'}{' '}
          Patients see the date.
        </p>
      </div>
      <Button size="small" busy={busy} onClick={() => void confirm()}>
        Yes, it's all correct
      </Button>
    </div>
  );
}

const questions = {
  unclaim: {
    call: unclaimListing,
    title: 'Unclaim this practice?',
    description: (name: string) => `${name} stays in the directory, but you will no longer manage it.`,
    action: 'Unclaim practice',
    done: 'Practice has been unclaimed. It stays in the directory.',
  },
  delete: {
    call: deleteListing,
    title: 'Delete this practice?',
    description: (name: string) => `${name} will be removed from the directory. This action cannot be undone.`,
    action: 'Delete practice',
    done: 'Practice has been deleted from your listings.',
  },
  leave: {
    call: leaveListing,
    title: 'Stop managing this practice?',
    description: (name: string) => `You will no longer be able to edit ${name}. Its owner can invite you again.`,
    action: 'Stop managing',
    done: 'You no longer manage this practice.',
  },
};

function ConfirmQuestion({
  listing,
  question,
  onClose,
}: {
  listing: OwnListing;
  question: Question | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  // Keeps the text while the dialog fades out.
  const [lastQuestion, setLastQuestion] = useState<Question>('unclaim');
  if (question && question !== lastQuestion) setLastQuestion(question);
  const { call, title, description, action, done } = questions[lastQuestion];
  const confirm = async () => {
    try {
      await api(call, { params: { id: String(listing.id) } });
      toast({ title: 'Success', description: done, variant: 'good' });
      await refresh(client, '/api/user/', '/api/dentists', '/api/directory', '/location', '/api/stats');
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
      throw error;
    }
  };
  return (
    <Confirm
      title={title}
      description={description(listing.name)}
      action={action}
      danger={lastQuestion === 'delete'}
      open={question !== null}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={confirm}
    />
  );
}
