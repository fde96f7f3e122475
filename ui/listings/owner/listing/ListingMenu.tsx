import { useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft, Ellipsis, ExternalLink, LogOut, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { leaveListing } from '#contract/listings/managers.ts';
import { deleteListing, unclaimListing, type OwnListing } from '#contract/listings/own-listings.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/kit/overlays/Menu.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';

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
type Question = keyof typeof questions;

/** Actions on a listing as a whole. */
export function ListingMenu({ listing }: { listing: OwnListing }) {
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about ${listing.name}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        {!listing.heldAt && (
          <>
            <MenuItem icon={<ExternalLink />} to={listing.href}>
              View public page
            </MenuItem>
            <MenuSeparator />
          </>
        )}
        {listing.role === 'owner' ? (
          <>
            <MenuItem icon={<ArrowRightLeft />} to={`${listingTabPath(listing.id, 'managers')}#transfer`}>
              Transfer to a new owner
            </MenuItem>
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
      <ConfirmQuestion listing={listing} question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

interface ConfirmQuestionProps {
  listing: OwnListing;
  question: Question | null;
  onClose: () => void;
}

function ConfirmQuestion({ listing, question, onClose }: ConfirmQuestionProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // Keeps the text while the dialog fades out.
  const [lastQuestion, setLastQuestion] = useState<Question>('unclaim');
  if (question && question !== lastQuestion) setLastQuestion(question);
  const { call, title, description, action, done } = questions[lastQuestion];
  const confirm = async () => {
    try {
      await api(call, { params: { id: String(listing.id) } });
      toast({ title: 'Success', description: done, variant: 'good' });
      await navigate('/dashboard', { replace: true });
      await refresh(client, '/api/user/', '/api/dentists', '/api/directory', '/location', '/api/stats');
    } catch (error) {
      toastError(error);
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
