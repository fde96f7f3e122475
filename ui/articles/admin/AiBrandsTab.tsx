import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  deleteBrand,
  listBrands,
  MAX_BRANDS,
  priorities,
  testBrand,
  type AiBrand,
} from '#contract/articles/admin-articles.ts';
import { getSiteSettings } from '#contract/site-settings.ts';
import { SiteSettingsForm, type SettingsGroup } from '#ui/admin/SiteSettingsForm.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { BrandDialog } from './BrandDialog.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';

const priorityName = (priority: number): string =>
  priorities.find(([value]) => value === priority)?.[1] ?? String(priority);

export function AiBrandsTab() {
  const brands = useQuery({ ...queryOf(listBrands, {}), refetchOnMount: 'always' });
  const [editing, setEditing] = useState<AiBrand | 'new' | null>(null);
  const mayChangePrompts = useMay('settings.manage');
  const isFull = (brands.data?.length ?? 0) >= MAX_BRANDS;
  const activeBrands = brands.data?.filter(({ isActive }) => isActive) ?? [];
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <p className={layout.hint}>
          {activeBrands.length === 0
            ? "AI can't write articles without an active brand."
            : activeBrands.length === 1
              ? `${activeBrands[0]!.name} drafts and reviews every article.`
              : `${activeBrands[0]!.name} drafts, ${activeBrands[1]!.name} reviews and corrects.`}{' '}
          You can add up to {MAX_BRANDS} brands.
        </p>
        <Button
          variant="primary"
          icon={<Plus />}
          disabled={isFull || brands.isPending}
          title={isFull ? `You already have ${MAX_BRANDS} brands` : undefined}
          onClick={() => setEditing('new')}
        >
          Add AI Brand
        </Button>
      </div>
      {brands.isPending && <Skeleton height={160} />}
      {brands.isError && <LoadFailed title="We couldn't load the AI brands" compact query={brands} />}
      {brands.data?.length === 0 && (
        <EmptyState title="No AI brands yet" compact>
          Add one to draft articles. Everything it writes stays a draft until you approve it.
        </EmptyState>
      )}
      <div className={layout.columns}>
        {brands.data?.map((brand) => (
          <BrandCard key={brand.id} brand={brand} onEdit={() => setEditing(brand)} />
        ))}
      </div>
      {mayChangePrompts && <Prompts />}
      {editing && <BrandDialog brand={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

const promptGroups: readonly SettingsGroup[] = [
  [
    'Prompts',
    {
      writerPrompt: {
        hint: 'Instructions for the draft. {brand} becomes the name of the site, and we add the topic and the existing titles. Leave this empty to use the default.',
        rows: 14,
        startsWithDefault: true,
      },
      editorPrompt: {
        hint: 'Instructions for checking and correcting the draft, which we add.',
        rows: 14,
        startsWithDefault: true,
      },
    },
  ],
];

function Prompts() {
  const settings = useQuery({ ...queryOf(getSiteSettings, {}), refetchOnMount: 'always' });
  if (settings.isPending) return <Skeleton height={320} />;
  if (settings.isError) return <LoadFailed title="We couldn't load the prompts" compact query={settings} />;
  return (
    <SiteSettingsForm
      settings={settings.data}
      groups={promptGroups}
      draftKey="ai prompts"
      savedNote="The next articles are written with it."
    />
  );
}

function BrandCard({ brand, onEdit }: { brand: AiBrand; onEdit: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(deleteBrand, { params: { id: String(brand.id) } }),
    onSuccess: () => refresh(client, '/api/admin/ai-brands'),
    onError: (error) =>
      toast({ title: 'Failed to delete AI brand', description: sentenceOf(error), variant: 'destructive' }),
  });
  const test = useMutation({ mutationFn: () => api(testBrand, { params: { id: String(brand.id) } }) });
  const result = test.data;
  return (
    <Card as="article" className={layout.stack} aria-label={brand.name}>
      <div className={layout.between}>
        <h2>{brand.name}</h2>
        <span className={layout.row}>
          <Badge>{priorityName(brand.priority)}</Badge>
          <Badge tone={brand.isActive ? 'good' : 'neutral'}>{brand.isActive ? 'Active' : 'Off'}</Badge>
        </span>
      </div>
      {brand.description && <p className={layout.muted}>{brand.description}</p>}
      <dl className={layout.facts}>
        <dt>Endpoint</dt>
        <dd className={layout.code}>{brand.apiEndpoint}</dd>
        <dt>API key</dt>
        <dd className={layout.code}>{brand.apiKey ?? '—'}</dd>
        <dt>Model</dt>
        <dd>{brand.model ?? 'Provider default'}</dd>
      </dl>
      {result && (
        <Callout tone={result.ok ? 'good' : 'bad'} announce title={result.ok ? 'Test passed' : 'Test failed'}>
          <span style={{ overflowWrap: 'anywhere' }}>
            {result.message}
            {result.model && ` (${result.model})`}
          </span>
        </Callout>
      )}
      {test.isError && (
        <Callout tone="bad" announce title="We couldn't run the test">
          {sentenceOf(test.error)}
        </Callout>
      )}
      <div className={layout.row}>
        <Button size="small" onClick={onEdit} aria-label={`Edit ${brand.name}`}>
          Edit
        </Button>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()} aria-label={`Test ${brand.name}`}>
          Test
        </Button>
        <Confirm
          danger
          title={`Delete ${brand.name}?`}
          description="This deletes its endpoint and key. Articles it wrote are kept. This action cannot be undone."
          action="Delete it"
          onConfirm={() => remove.mutateAsync()}
          trigger={
            <Button size="small" variant="quiet" aria-label={`Delete ${brand.name}`}>
              Delete
            </Button>
          }
        />
      </div>
    </Card>
  );
}
