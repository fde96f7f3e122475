import { describe, expect, it } from 'vitest';
import { describeEntry, pathOfSubject } from './audit-sentence.ts';

const entry = (
  action: string,
  subject: string,
  subjectId: string | null = '15',
  subjectName: string | null = null,
) => ({
  action,
  subject,
  subjectId,
  subjectName,
});

describe('an entry of the audit log', () => {
  it.each([
    [entry('claim.approved', 'claim', '15', 'Dr. Iris Long'), 'Approved claim: Dr. Iris Long'],
    [entry('claim.approved', 'claim'), 'Approved claim 15'],
    [entry('claim.reversed', 'claim', '15', 'Dr. Iris Long'), 'Reopened claim: Dr. Iris Long'],
    [entry('article.created', 'article', '3', 'Gel or strips'), 'Created article: Gel or strips'],
    [entry('article.bulk_approved', 'article', null), 'Published every draft'],
    [entry('listing.edited', 'listing', '8', 'Oak Dental'), 'Edited listing: Oak Dental'],
    [entry('note_template.changed', 'note_template', '2'), 'Changed note template 2'],
    [entry('inbox.assigned', 'message', '4'), 'Assigned an inbox item: 4'],
    [entry('export.data-health', 'export', null), 'Exported data health'],
    [entry('listings.bulk_undone', 'listings', 'a uuid'), 'Undid a change of several listings'],
    [entry('toString.constructor', 'thing', null), 'Constructor thing'],
  ])('reads as a sentence: %o', (given, sentence) => expect(describeEntry(given)).toBe(sentence));

  it('links to the screen of its subject, in the list where the decision left a claim', () => {
    expect(pathOfSubject(entry('claim.approved', 'claim'))).toBe('/admin?tab=claims&list=approved&claim=15');
    expect(pathOfSubject(entry('claim.reversed', 'claim'))).toBe('/admin?tab=claims&claim=15');
    expect(pathOfSubject(entry('article.updated', 'article'))).toBe('/admin/topics?edit=15');
    expect(pathOfSubject(entry('listing.edited', 'listing'))).toBe('/admin/listings?open=15');
    for (const unlinked of [
      entry('article.deleted', 'article'),
      entry('ads.updated', 'settings', 'ads'),
      entry('article.bulk_approved', 'article', null),
    ])
      expect(pathOfSubject(unlinked)).toBeNull();
  });
});
