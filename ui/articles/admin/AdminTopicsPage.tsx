import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CheckCheck, Plus } from 'lucide-react';
import { articleStats, listArticles } from '#contract/articles/articles.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { useListedShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ArticleList } from './ArticleList.tsx';
import { DeletedArticles } from './DeletedArticles.tsx';
import { DraftsDialog } from './DraftsDialog.tsx';
import { GenerateButton } from './GenerateButton.tsx';
import { GenerationProgress } from './GenerationProgress.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { ArticleForm } from './form/ArticleForm.tsx';
import { PeopleButton } from './people/PeopleButton.tsx';
import css from './AdminTopicsPage.module.css';

interface ArticleDialogProps {
  id: string | null;
  isNew: boolean;
  onClose: () => void;
}

function ArticleDialog({ id, isNew, onClose }: ArticleDialogProps) {
  const isEditing = id !== null && /^\d{1,9}$/.test(id);
  const list = useQuery({
    ...queryOf(listArticles, { query: { id: id ?? '' } }),
    enabled: isEditing,
    // Always edits the current version, never a cached one.
    staleTime: 0,
    gcTime: 0,
  });
  const article = list.isFetchedAfterMount ? list.data?.[0] : undefined;
  const isMissing = list.data?.length === 0 || (list.isError && !article);
  return (
    <Dialog
      width="wide"
      open={isNew || isEditing}
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'Create Article' : 'Edit Article'}
    >
      {isNew && <ArticleForm onClose={onClose} />}
      {isEditing && !isNew && article && <ArticleForm key={article.id} article={article} onClose={onClose} />}
      {isEditing && !isNew && isMissing && <Callout tone="bad" title="Article not found" />}
      {isEditing && !isNew && !article && !isMissing && <Skeleton height={420} />}
    </Dialog>
  );
}

const shortcuts: ShortcutGroup = { name: 'Articles', shortcuts: [['N', 'New article']] };

function AdminTopicsPage() {
  const mayWrite = useMay('articles.write');
  const [search, changeSearch] = useUrlState();
  const stats = useQuery({ ...queryOf(articleStats, {}), refetchInterval: 30_000, refetchOnMount: 'always' });
  const openNewArticle = () => changeSearch({ new: 1, edit: null }, { push: true });
  const openArticle = (id: number) => changeSearch({ edit: id, new: null }, { push: true });
  useListedShortcuts(mayWrite ? shortcuts : null);
  useShortcuts({ n: () => mayWrite && openNewArticle() });
  return (
    <AdminPageBody>
      <Head title="Topics and articles" noindex />
      <AdminPageHeader title="Topics & Articles">
        {mayWrite && (
          <>
            <ButtonLink to="/admin?tab=content&view=calendar" variant="quiet" icon={<CalendarDays />}>
              Calendar
            </ButtonLink>
            <PeopleButton />
            <DeletedArticles />
            <Button
              icon={<CheckCheck />}
              disabled={stats.data?.draftArticles === 0}
              onClick={() => changeSearch({ drafts: 1 }, { push: true })}
            >
              Approve All Drafts
            </Button>
            <GenerateButton />
            <Button variant="primary" icon={<Plus />} onClick={openNewArticle} title="N">
              Create Article
            </Button>
          </>
        )}
      </AdminPageHeader>
      <div className={css.figures}>
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
      <ArticleList mayWrite={mayWrite} onEdit={openArticle} onNew={openNewArticle} />
      {mayWrite && search.get('drafts') === '1' && <DraftsDialog onClose={() => changeSearch({ drafts: null })} />}
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
