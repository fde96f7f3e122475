import { useMutation } from '@tanstack/react-query';
import { Search, Upload } from 'lucide-react';
import { useRef } from 'react';
import { previewGroupClaim, type GroupClaimPreview } from '#contract/groups/group-claims.ts';
import type { Group } from '#contract/groups/groups.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { readAsDataUrl } from '#ui/kit/controls/read-file.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

interface ListingFinderProps {
  group: Group;
  onFound: (found: GroupClaimPreview) => void;
}

/** Finds the listings of a group by a search, or by a CSV file. */
export function ListingFinder({ group, onFound }: ListingFinderProps) {
  const form = useAppForm({ defaultValues: { name: '', location: '' }, keep: 'choice' });
  const input = useRef<HTMLInputElement>(null);
  const params = { id: String(group.id) };
  const search = useMutation({
    mutationFn: (body: { name: string; location: string }) => api(previewGroupClaim, { params, body }),
    onSuccess: onFound,
    onError: (error) => form.showError(error, 'name'),
  });
  const upload = useMutation({
    mutationFn: async (file: File) => api(previewGroupClaim, { params, body: { file: await readAsDataUrl(file) } }),
    onSuccess: onFound,
  });
  return (
    <>
      <form
        method="post"
        className={layout.stack}
        noValidate
        onSubmit={form.submit((values) => {
          upload.reset();
          search.mutate(values);
        })}
      >
        <div className={layout.columns}>
          <Field label="Name of your practices" error={form.errors.name}>
            <Input type="search" maxLength={200} autoComplete="off" {...form.field('name')} />
          </Field>
          <Field label="City, state, or ZIP code" error={form.errors.location}>
            <Input type="search" maxLength={200} autoComplete="off" {...form.field('location')} />
          </Field>
        </div>
        <div className={layout.row}>
          <Button type="submit" icon={<Search />} busy={search.isPending} disabled={!group.planActive}>
            Find listings
          </Button>
          <Button
            icon={<Upload />}
            busy={upload.isPending}
            disabled={!group.planActive}
            onClick={() => input.current?.click()}
          >
            Upload a CSV
          </Button>
        </div>
        <p className={layout.note}>
          A CSV needs a column “npi,” a column “listing id,” or the columns “name” and “zip,” and has at most 1,000
          rows. A column “cost center” is kept with each location.
        </p>
      </form>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file of your listings"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Lets the user choose the same file again after fixing it.
          event.target.value = '';
          if (file) upload.mutate(file);
        }}
      />
      {upload.error && <Callout tone="bad">{fieldsOf(upload.error)['file'] ?? sentenceOf(upload.error)}</Callout>}
    </>
  );
}
