import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './source-files.ts';

/** Components that take text and don't keep it, each with the reason. */
const withoutDraft: Record<string, string> = {
  'ui/kit/': 'Controls hold no text of their own.',
  'ui/admin/SearchBox.tsx': 'A search is in the address.',
  'ui/admin/table/FilterEditor.tsx': 'Filters are in the address.',
  'ui/accounts/sign-in/UndoEmailChangePage.tsx': 'It has only a button.',
  'ui/accounts/admin/staff/OwnPasswordField.tsx': 'A password is never stored.',
  'ui/appointments/patient/WithoutScripts.tsx': 'A link is pasted without scripts, which keep drafts.',
  'ui/reviews/author/WithoutScripts.tsx': 'A link is pasted without scripts, which keep drafts.',
  'ui/base/forms/FormDialog.tsx': 'It frames the fields of a form.',
  'ui/articles/FindNearby.tsx': 'A search opens its results.',
  'ui/articles/TopicSearch.tsx': 'A search filters while typing.',
  'ui/articles/admin/AdminTopicsPage.tsx': 'A search filters while typing.',
  'ui/admin/table/BulkField.tsx': 'A value is typed for one preview.',
  'ui/audit/admin/AuditPage.tsx': 'A search is in the address.',
  'ui/billing/CardPayment.tsx': 'It frames the form for the card.',
  'ui/billing/StripeForm.tsx': 'Card data is never stored.',
  'ui/billing/TestCardForm.tsx': 'Card data is never stored.',
  'ui/bulk/admin/ReviewRows.tsx': 'A search filters while typing.',
  'ui/bulk/workbench/': 'Each step is stored with the import when it is applied.',
  'ui/bulk/console/ProblemTable.tsx': 'Each corrected cell is written to the import when the field loses focus.',
  'ui/groups/brand/BrandPage.tsx': 'A search is in the address.',
  'ui/groups/LocationPicker.tsx': 'A search filters while typing.',
  'ui/groups/LocationsTab.tsx': 'A search filters while typing.',
  'ui/insights/PeriodPicker.tsx': 'A period is in the address.',
  'ui/listings/compare/ShareLinkDialog.tsx': 'The field shows a link.',
  'ui/listings/directory/Filters.tsx': 'Filters are in the address.',
  'ui/listings/owner/dashboard/ListingRows.tsx': 'A search is in the address.',
  'ui/listings/owner/find/FindPracticePage.tsx': 'A search is in the address.',
  'ui/listings/owner/photos/PhotoItem.tsx': 'A description is saved when the field loses focus.',
  'ui/listings/search/SearchBox.tsx': 'A search opens its results.',
  'ui/reviews/owner/PatientLink.tsx': 'The field shows a link.',
};
/** Parts of forms, whose enclosing form keeps their values. */
const formParts = [
  'ui/articles/admin/form/SettingsFields.tsx',
  'ui/groups/changes/ChangeFields.tsx',
  'ui/listings/owner/edit/DecisionFields.tsx',
  'ui/listings/owner/edit/HoursEditor.tsx',
  'ui/listings/owner/edit/ListingFields.tsx',
  'ui/listings/owner/edit/ListingSections.tsx',
  'ui/listings/owner/edit/PracticeFields.tsx',
  'ui/listings/owner/holiday-hours/HolidayHoursEditor.tsx',
];

/** Forms that need no login, so that none can expire. */
const withoutLogin: Record<string, string> = {
  'ui/accounts/sign-in/SignUpForm.tsx': 'It creates the account.',
  'ui/app/console/ServerForm.tsx': 'It chooses the server to log in to.',
  'ui/appointments/patient/RequestForm.tsx': 'Patients send it without an account.',
  'ui/reviews/author/ReviewForm.tsx': 'Authors send it with their link.',
  'ui/reviews/author/ReviewLinkForm.tsx': 'Anyone may send it.',
  'ui/reviews/author/AppealForm.tsx': 'Authors send it with their link.',
  'ui/insights/PrivacyRequestForm.tsx': 'Anyone may send it.',
  'ui/listings/profile/ProblemForm.tsx': 'Anyone may send it.',
  'ui/site/ContactForm.tsx': 'Anyone may send it.',
};

const sources = listFiles(['ui', 'desktop'], /\.tsx$/)
  .filter((file) => !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readSource(file) }));
const takesText = /<(?:form|Form|Input|Textarea|PasswordInput|PracticeFields|ListingSections)\b/;
const keepsText = /\buse(?:App|Conflict|Listing)Form\b|\buseNoteDraft\b/;
const isExempt = (file: string): boolean =>
  formParts.includes(file) ||
  Object.keys(withoutDraft).some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));

/** The name under which each form keeps its text, as it is written in the source. */
const keeps = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/useAppForm(?:<[^(]*>)?\(\{([\s\S]*?)\n? *\}\);/g)].map(([, options]) => ({
    file,
    keep: /keep: ('\w+'|\{ draft\b[^}]*)/.exec(options!)?.[1] ?? null,
  })),
);

describe('every form', () => {
  it('keeps what was typed, or says why there is nothing to keep', () => {
    const unguarded = sources
      .filter(({ file, text }) => takesText.test(text) && !keepsText.test(text) && !isExempt(file))
      .map(({ file }) => file);
    expect(unguarded).toEqual([]);
    expect(keeps.length).toBeGreaterThan(20);
    expect(keeps.filter(({ keep }) => keep === null)).toEqual([]);
  });

  it('keeps its text under a name of its own', () => {
    const names = [
      ...keeps.flatMap(({ keep }) => /draft: (`[^`]*`|'[^']*')/.exec(keep ?? '')?.[1] ?? []),
      ...sources.flatMap(({ text }) => [...text.matchAll(/\bdraft=\{?(`[^`]*`|"[^"]*")/g)].map(([, name]) => name!)),
    ];
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    expect(repeated).toEqual([]);
  });

  it('never stores a password or a code', () => {
    const secret = /\b(password|currentPassword|newPassword|code|pin|apiKey): ''/;
    const stored = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/useAppForm(?:<[^(]*>)?\(\{([\s\S]*?)\n? *\}\);/g)].flatMap(([, options]) => {
        const name = secret.exec(options!)?.[1];
        const isKept = name !== undefined && !options!.includes("keep: 'secret'") && !options!.includes(`'${name}'`);
        return isKept ? [`${file}: ${name}`] : [];
      }),
    );
    expect(stored).toEqual([]);
  });

  it('says how a browser sends it, so that no field is put into the URL before hydration', () => {
    const tags = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/<form(?=[\s>])[^<]*?(?:=>[^<]*?)*>/g)].map(([tag]) => ({
        file,
        method: /method="(\w+)"/.exec(tag)?.[1],
      })),
    );
    expect(tags.length).toBeGreaterThan(20);
    expect(tags.filter(({ method }) => method === undefined)).toEqual([]);
    expect([...new Set(tags.filter(({ method }) => method === 'get').map(({ file }) => file))].toSorted()).toEqual([
      'ui/articles/FindNearby.tsx',
      'ui/groups/brand/BrandPage.tsx',
      'ui/listings/directory/Filters.tsx',
      'ui/listings/owner/find/FindPracticePage.tsx',
      'ui/listings/search/SearchBox.tsx',
    ]);
  });

  it('has no exemption that is not needed', () => {
    const files = new Set(sources.map(({ file }) => file));
    expect(
      [...Object.keys(withoutDraft).filter((path) => !path.endsWith('/')), ...formParts].filter(
        (file) => !files.has(file),
      ),
    ).toEqual([]);
  });

  it('keeps its text through an expired login, which browser tests show for each one', () => {
    const shown = [
      'web/e2e/owners/expired-login.soak.spec.ts',
      'web/e2e/staff/expired-staff-login.soak.spec.ts',
    ].flatMap((spec) => [...readSource(spec).matchAll(/file: '([^']+)'/g)].map(([, file]) => file!));
    const keeping = sources.filter(({ text }) =>
      /\bdraft(?:: |=\{?)[`'"]|\buse(?:Conflict|Listing)Form\(|\buseNoteDraft\(/.test(text),
    );
    expect([...shown, ...Object.keys(withoutLogin)].toSorted()).toEqual(keeping.map(({ file }) => file).toSorted());
    expect(shown.length).toBeGreaterThan(25);
  });
});
