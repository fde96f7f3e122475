import type { QueryClient } from '@tanstack/react-query';
import { resendUserVerification } from '#contract/accounts/admin-users.ts';
import { openListing, verifyListing } from '#contract/listings/admin-listings.ts';
import type { FoundItem, FoundKind } from '#contract/tables/staff-search.ts';
import type { Permission } from '#shared/permissions.ts';
import { startsLike } from '#ui/admin/starts-like.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { toast } from '#ui/kit/overlays/toast.ts';

interface ActionContext {
  client: QueryClient;
  navigate: (to: string) => unknown;
}

/** Something that the palette does with a record, such as "refund smith". */
export interface RecordAction {
  /** The words that begin it. */
  verb: string;
  permission: Permission;
  kinds: readonly FoundKind[];
  label: (name: string, kind: FoundKind) => string;
  run: (item: FoundItem, context: ActionContext) => unknown;
}

const paying: readonly FoundKind[] = ['payment', 'subscription', 'person'];

async function setVerified(
  { id, label }: Pick<FoundItem, 'id' | 'label'>,
  client: QueryClient,
  verified: boolean,
): Promise<void> {
  await api(verifyListing, { params: { id: String(id) }, body: { verified } });
  toast({
    title: verified ? 'Verified' : 'Verification removed',
    description: label,
    variant: 'good',
    ...(verified && {
      action: {
        label: 'Undo',
        altText: `Remove the verification of ${label}`,
        onSelect: () => void setVerified({ id, label }, client, false).catch((error: unknown) => toastError(error)),
      },
    }),
  });
  await refresh(client, '/api/admin/tables', '/api/admin/listings', '/api/dentists');
}

export const recordActions: readonly RecordAction[] = [
  {
    verb: 'refund',
    permission: 'billing.manage',
    kinds: paying,
    label: (name) => `Refund ${name}`,
    run: ({ to }, { navigate }) => navigate(`${to}&do=refund`),
  },
  {
    verb: 'price',
    permission: 'billing.manage',
    kinds: paying,
    label: (name) => `Show what ${name} pays`,
    run: ({ to }, { navigate }) => navigate(`${to}&do=price`),
  },
  {
    verb: 'verify',
    permission: 'listings.manage',
    kinds: ['listing'],
    label: (name) => `Verify ${name}`,
    run: (item, { client }) => setVerified(item, client, true),
  },
  {
    verb: 'resend',
    permission: 'users.manage',
    kinds: ['person'],
    label: (name) => `Send ${name} the verification link again`,
    async run({ id }) {
      const { email } = await api(resendUserVerification, { params: { id: String(id) } });
      toast({ title: 'Sent', description: `The verification link is on its way to ${email}.`, variant: 'good' });
    },
  },
  {
    verb: 'open as',
    permission: 'listings.read',
    kinds: ['person', 'listing'],
    label: (name, kind) => (kind === 'person' ? `See what ${name} sees` : `Open ${name} as a patient`),
    async run({ kind, id }, { navigate }) {
      if (kind === 'person') return navigate(`/admin/users/${String(id)}/home`);
      const { listing } = await api(openListing, { params: { id: String(id) } });
      return navigate(listing.href);
    },
  },
];

/** Reads "refund smith" as an action and the text that finds its record, with a typo in the verb forgiven. */
export function readAction(
  typed: string,
  actions: readonly RecordAction[],
): { action: RecordAction; rest: string } | null {
  const words = typed.trim().split(/\s+/);
  for (const action of actions) {
    const verb = action.verb.split(' ');
    const isVerb = verb.every((word, index) => {
      const given = words[index]?.toLowerCase() ?? '';
      return (
        given === word || (given.length > 2 && Math.abs(given.length - word.length) < 2 && startsLike(word, given))
      );
    });
    if (isVerb && words.length > verb.length) return { action, rest: words.slice(verb.length).join(' ') };
  }
  return null;
}
