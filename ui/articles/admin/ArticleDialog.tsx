import { useQuery } from '@tanstack/react-query';
import { listArticles } from '#contract/articles/articles.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { ArticleForm } from './form/ArticleForm.tsx';

interface ArticleDialogProps {
  id: string | null;
  isNew: boolean;
  onClose: () => void;
}

export function ArticleDialog({ id, isNew, onClose }: ArticleDialogProps) {
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
