import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DELETED_DAYS, restoreArticle } from '#contract/articles/admin-articles.ts';
import { deleteArticle } from '#contract/articles/articles.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refreshArticles, showArticleError } from './admin-articles.ts';

interface DeleteArticleProps {
  article: { id: number; title: string } | null;
  onClose: () => void;
}

/** Asks before it deletes an article, and offers to undo it. */
export function DeleteArticle({ article, onClose }: DeleteArticleProps) {
  const client = useQueryClient();
  const restore = async (id: number) => {
    try {
      await api(restoreArticle, { params: { id: String(id) } });
      toast({ title: 'Article restored', variant: 'good' });
    } catch (error) {
      showArticleError(error);
    }
    await refreshArticles(client);
  };
  const remove = useMutation({
    mutationFn: (id: number) => api(deleteArticle, { params: { id: String(id) } }),
    async onSuccess(_reply, id) {
      toast({
        title: 'Success',
        description: 'Article deleted successfully',
        variant: 'good',
        duration: 10_000,
        action: {
          label: 'Undo',
          altText: 'Restore it under Recently deleted',
          onSelect: () => void restore(id),
        },
      });
      await refreshArticles(client);
    },
    onError: showArticleError,
  });
  return (
    <Confirm
      open={article !== null}
      onOpenChange={(open) => !open && onClose()}
      danger
      title="Delete this article?"
      description={
        <>
          “{article?.title}” will be removed from the site. You can restore it for {DELETED_DAYS} days.
        </>
      }
      action="Delete it"
      onConfirm={() => remove.mutateAsync(article!.id)}
    />
  );
}
