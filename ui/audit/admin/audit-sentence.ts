import type { AuditEntry } from '#contract/audit.ts';

type Entry = Pick<AuditEntry, 'action' | 'subject' | 'subjectId'> & { subjectName?: string | null };

/** Phrases for actions whose name does not already read as "verb subject". */
const phrases: Record<string, string> = {
  'account.expired': 'Erased unused account',
  'ads.updated': 'Changed the ad settings',
  'appointment.opened': 'Opened appointment request',
  'appointment.closed': 'Closed appointment request',
  'article.bulk_approved': 'Published every draft',
  'article.generation_started': 'Started the AI writers',
  'article.generation_cancelled': 'Stopped the AI writers',
  'article.queued': 'Approved for the schedule: article',
  'article.unqueued': 'Removed from the schedule: article',
  'backup.made': 'Created backup',
  'billing.canceled': 'Canceled the plan of user',
  'billing.extended': 'Postponed a charge of user',
  'billing.given': 'Gave a plan to user',
  'billing.enterprise_started': 'Started Enterprise for user',
  'billing.given_ended': 'Ended the given plan of user',
  'billing.refunded': 'Refunded user',
  'claim.asked': 'Asked for more evidence on claim',
  'claim.called': 'Recorded a call for claim',
  'claim.left_out': 'Left listings out of claim',
  'claim.license_matched': 'Recorded a license match for claim',
  'claim.put_back': 'Put listings back into claim',
  'claim.reversed': 'Reopened claim',
  'directory.opened': 'Opened the directory',
  'inbox.assigned': 'Assigned an inbox item:',
  'inbox.snoozed': 'Snoozed an inbox item:',
  'inbox.woken': 'Ended the snooze of an inbox item:',
  'key.created': 'Created an API key of user',
  'key.revoked': 'Revoked an API key of user',
  'key.rotated': 'Replaced an API key of user',
  'listing.edited': 'Edited listing',
  'listing.merge_undone': 'Undid the merge of listing',
  'plan_prices.updated': 'Chose the prices of plans',
  'privacy.closed': 'Answered privacy request',
  'privacy.recorded': 'Added privacy request',
  'privacy.reopened': 'Reopened privacy request',
  'review.appealed': 'Received the appeal of review',
  'review.import_undone': 'Removed imported reviews',
  'review.imported': 'Imported reviews',
  'review.kept': 'Kept reported review',
  'review.replied': 'Replied to review',
  'review.reply_removed': 'Removed the reply to review',
  'sample.removed': 'Removed the sample data',
  'staff.invitation_withdrawn': 'Withdrew the invitation of',
  'staff.invited': 'Invited',
  'staff.joined': 'Joined the staff:',
  'user.passkey_added': 'Added a passkey to user',
  'user.passkey_removed': 'Removed a passkey of user',
  'user.role_from_group': 'Changed, by group, the role of user',
  'user.single_sign_on_joined': 'Joined with single sign-on: user',
  'user.single_sign_on_linked': 'Linked single sign-on to user',
  'user.signed_out': 'Signed out user',
  'user.verification_sent': 'Sent the verification link to user',
  'webhook.created': 'Added a webhook of user',
  'webhook.disabled': 'Turned off a failing webhook of user',
  'webhook.enabled': 'Turned on a webhook of user',
  'webhook.removed': 'Removed a webhook of user',
  'webhook.rotated': 'Replaced the secret of a webhook of user',
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const toWords = (text: string): string => text.replaceAll(/[_-]/g, ' ');

function phraseOf({ action, subject }: Entry): string {
  const known = Object.hasOwn(phrases, action) ? phrases[action] : undefined;
  if (known) return known;
  const [topic = '', verb = ''] = action.split('.');
  if (topic === 'export') return `Exported ${toWords(verb)}`;
  if (verb === 'bulk_changed' || verb === 'bulk_undone')
    return `${verb === 'bulk_changed' ? 'Changed' : 'Undid a change of'} several ${toWords(topic)}`;
  return `${capitalize(toWords(verb))} ${toWords(subject)}`;
}

/** "Approved claim: Dr. Iris Long", or "Approved claim 15" without a name. */
export function describeEntry(entry: Entry): string {
  const phrase = phraseOf(entry);
  if (entry.subjectName) return `${phrase.replace(/:$/, '')}: ${entry.subjectName}`;
  const isNumbered = /^\d+$/.test(entry.subjectId ?? '') && !entry.action.startsWith('export.');
  return isNumbered ? `${phrase} ${entry.subjectId}` : phrase.replace(/:$/, '');
}

/** The page of the panel that shows the subject. Null if there is none. */
export function pathOfSubject({ action, subject, subjectId }: Entry): string | null {
  if (!/^[1-9]\d*$/.test(subjectId ?? '') || action.endsWith('.deleted')) return null;
  if (subject === 'claim') {
    const list = action === 'claim.approved' || action === 'claim.rejected' ? `&list=${action.slice(6)}` : '';
    return `/admin?tab=claims${list}&claim=${subjectId}`;
  }
  if (subject === 'review') return `/admin/reviews?view=all&item=${subjectId}`;
  if (subject === 'article') return `/admin/topics?edit=${subjectId}`;
  if (subject === 'listing') return `/admin/listings?open=${subjectId}`;
  if (subject === 'user') return `/admin/users?open=${subjectId}`;
  if (subject === 'import') return `/admin/imports/${subjectId}`;
  return null;
}
