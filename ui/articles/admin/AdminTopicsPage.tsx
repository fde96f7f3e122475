import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, CheckCheck, Plus, Search, Sparkles } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { articleStateOf } from '#contract/article-state.ts';
import { articleStats, bulkApprove, bulkGenerate, listArticles, type ListedArticle } from '#contract/articles.ts';
import { topicOf, topics } from '#contract/topics.ts';
import { useMay } from '#ui/admin-shell/use-may.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Toolbar } from '#ui/admin-shell/Toolbar.tsx';
import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { showArticleError, refreshArticles } from './admin-articles.ts';
import { AdminArticleCard } from './AdminArticleCard.tsx';
import { ArticleDialog } from './ArticleDialog.tsx';
import { DeleteArticle } from './DeleteArticle.tsx';
import { DeletedArticles } from './DeletedArticles.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import { createWordMatcher } from '../match-words.ts';
import { Provenance } from '../Provenance.tsx';

const PAGE_SIZE = 24;
const filters = ['q', 'topic', 'state'];
const states = ['published', 'scheduled', 'draft'] as const;

function AdminTopicsPage() {
  const client = useQueryClient();
  const mayWrite = useMay('articles.write');
  const [search, changeSearch] = useUrlState();
  const stats = useQuery({ ...queryOf(articleStats, {}), refetchInterval: 30_000, refetchOnMount: 'always' });
  const list = useQuery({ ...queryOf(listArticles, { query: { brief: '1' } }), refetchOnMount: 'always' });
  const [articleToDelete, setArticleToDelete] = useState<ListedArticle | null>(null);
  const [articleWithSource, setArticleWithSource] = useState<ListedArticle | null>(null);
  const query = search.get('q') ?? '';
  const deferredQuery = useDeferredValue(query);
  const category = search.get('topic') ?? '';
  const state = search.get('state') ?? '';
  const matchingArticles = useMemo(() => {
    const matchesWords = createWordMatcher(deferredQuery);
    return (list.data ?? []).filter(
      (article) =>
        matchesWords(`${article.title} ${article.excerpt} ${article.tags.join(' ')} ${article.author}`) &&
        (category === '' || article.topicId === category) &&
        (state === '' || articleStateOf(article) === state),
    );
  }, [list.data, deferredQuery, category, state]);
  const pages = Math.max(1, Math.ceil(matchingArticles.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Number(search.get('page')) || 1), pages);
  const approve = useMutation({
    mutationFn: () => api(bulkApprove, {}),
    async onSuccess({ approved }) {
      toast({ title: 'Success', description: `Approved and published ${approved} draft articles`, variant: 'good' });
      await refreshArticles(client);
    },
    onError: showArticleError,
  });
  const generate = useMutation({
    mutationFn: () => api(bulkGenerate, { query: { wait: '0' } }),
    onSuccess: () => refreshArticles(client),
    onError: showArticleError,
  });
  const openNewArticle = () => changeSearch({ new: 1, edit: null }, { push: true });
  useShortcuts({
    n: () => mayWrite && openNewArticle(),
    '/': () => document.getElementById('article-search')?.focus(),
  });
  const drafts = stats.data?.draftArticles ?? 0;
  return (
    <AdminPageBody>
      <Head title="Topics and articles" noindex />
      <AdminPageHeader title="Topics & Articles">
        {mayWrite && (
          <div className={layout.row}>
            <ButtonLink to="/admin?tab=content&view=calendar" variant="quiet" icon={<CalendarDays />}>
              Calendar
            </ButtonLink>
            <DeletedArticles />
            <Confirm
              title="Publish every draft now?"
              description={`${drafts} ${drafts === 1 ? 'draft goes' : 'drafts go'} live immediately.`}
              action="Publish them"
              onConfirm={() => approve.mutateAsync()}
              trigger={
                <Button
                  icon={<CheckCheck />}
                  busy={approve.isPending}
                  disabled={stats.data !== undefined && drafts === 0}
                >
                  Approve All Drafts
                </Button>
              }
            />
            <Button icon={<Sparkles />} busy={generate.isPending} onClick={() => generate.mutate()}>
              Generate Daily Articles
            </Button>
            <Button variant="primary" icon={<Plus />} onClick={openNewArticle} title="N">
              Create Article
            </Button>
          </div>
        )}
      </AdminPageHeader>
      <div className={layout.tiles}>
        <Stat size="small" label="Total" value={stats.data?.totalArticles ?? null} />
        <Stat size="small" label="Published" value={stats.data?.publishedArticles ?? null} />
        <Stat size="small" label="Drafts" value={stats.data?.draftArticles ?? null} />
        <Stat size="small" label="Scheduled" value={stats.data?.scheduledArticles ?? null} />
      </div>
      {stats.isError && (
        <Callout tone="bad" title="Failed to fetch stats">
          {sentenceOf(stats.error)}
        </Callout>
      )}
      <GenerationProgress />
      <Toolbar>
        <div className={layout.grow}>
          <Input
            id="article-search"
            type="search"
            aria-label="Search articles"
            placeholder="Search articles..."
            icon={<Search />}
            value={query}
            onChange={(event) => changeSearch({ q: event.target.value, page: null })}
          />
        </div>
        <Select
          aria-label="Category"
          value={category}
          placeholder="All categories"
          onChange={(event) => changeSearch({ topic: event.target.value, page: null })}
          options={topics.map(({ id, title, category: name }) => ({ value: id, label: `${title} (${name})` }))}
        />
        <Select
          aria-label="State"
          value={state}
          placeholder="All states"
          onChange={(event) => changeSearch({ state: event.target.value, page: null })}
          options={states.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))}
        />
        <SavedFilters names={filters} />
      </Toolbar>
      {list.isPending && <Skeleton height={320} />}
      {list.isError && <LoadFailed title="Failed to fetch articles" compact query={list} />}
      {list.data && matchingArticles.length === 0 && (
        <EmptyState
          title="No articles found"
          compact
          scene={list.data.length > 0 ? 'search' : 'empty'}
          actions={
            list.data.length > 0 ? (
              <Button onClick={() => changeSearch({ q: null, topic: null, state: null, page: null })}>
                Clear filters
              </Button>
            ) : (
              mayWrite && (
                <Button variant="primary" onClick={openNewArticle}>
                  Create the first one
                </Button>
              )
            )
          }
        />
      )}
      {matchingArticles.length > 0 && (
        <>
          <ul className={layout.cards} aria-label={topicOf(category)?.title ?? 'Articles'}>
            {matchingArticles.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((article) => (
              <AdminArticleCard
                key={article.id}
                article={article}
                mayWrite={mayWrite}
                onEdit={() => changeSearch({ edit: article.id, new: null }, { push: true })}
                onDelete={() => setArticleToDelete(article)}
                onProvenance={() => setArticleWithSource(article)}
              />
            ))}
          </ul>
          <Pagination
            page={page}
            pages={pages}
            hrefFor={(number) => {
              const params = new URLSearchParams(search);
              params.set('page', String(number));
              return `?${params.toString()}`;
            }}
          />
        </>
      )}
      <DeleteArticle article={articleToDelete} onClose={() => setArticleToDelete(null)} />
      {articleWithSource && <Provenance article={articleWithSource} onClose={() => setArticleWithSource(null)} />}
      {mayWrite && (
        <ArticleDialog
          id={search.get('edit')}
          isNew={search.get('new') === '1'}
          onClose={() => changeSearch({ edit: null, new: null })}
        />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: AdminTopicsPage };
