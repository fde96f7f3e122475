import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createArticle, listArticles, updateArticle, type ListedArticle } from '#contract/articles.ts';
import { formCategories, META_DESCRIPTION_MAX, META_TITLE_MAX, readTimeOf, topics } from '#contract/topics.ts';
import { EditConflict } from '#ui/app/EditConflict.tsx';
import { findChangedFields, pickFields, useConflictForm } from '#ui/app/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toLocalInput, fromLocalInput } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { refreshArticles } from './admin-articles.ts';
import css from './AdminArticles.module.css';

interface ArticleDialogProps {
  id: string | null;
  isNew: boolean;
  onClose: () => void;
}

export function ArticleDialog({ id, isNew, onClose }: ArticleDialogProps) {
  const editing = id !== null && /^\d{1,9}$/.test(id);
  const list = useQuery({
    ...queryOf(listArticles, { query: { id: id ?? '' } }),
    enabled: editing,
    // What is edited is what is there now, not what was there when it was last looked at.
    staleTime: 0,
    gcTime: 0,
  });
  // Nor what was fetched for an earlier look; and what is being edited stays, whatever is fetched later.
  const article = list.isFetchedAfterMount ? list.data?.[0] : undefined;
  const missing = list.data?.length === 0 || (list.isError && !article);
  return (
    <Dialog
      width="wide"
      open={isNew || editing}
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? 'Create Article' : 'Edit Article'}
    >
      {isNew && <ArticleForm onClose={onClose} />}
      {editing && !isNew && article && <ArticleForm key={article.id} article={article} onClose={onClose} />}
      {editing && !isNew && missing && <Callout tone="bad" title="Article not found" />}
      {editing && !isNew && !article && !missing && <Skeleton height={420} />}
    </Dialog>
  );
}

const formIds: readonly string[] = formCategories.map(({ id }) => id);
const others = topics.filter(({ id }) => !formIds.includes(id));
/** Which tab holds a field, so that an error can be shown where it is. */
const tabOf: Record<string, string> = {
  title: 'content',
  excerpt: 'content',
  content: 'content',
  metaTitle: 'seo',
  metaDescription: 'seo',
  tags: 'seo',
};

const names: Record<string, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  tags: 'Tags',
  topicId: 'Category',
  author: 'Author',
  isPublished: 'Published',
  date: 'Scheduled for',
};

const formOf = (article: ListedArticle | null) => ({
  title: article?.title ?? '',
  excerpt: article?.excerpt ?? '',
  content: article?.content ?? '',
  metaTitle: article?.metaTitle ?? '',
  metaDescription: article?.metaDescription ?? '',
  tags: article?.tags.join(', ') ?? '',
  topicId: article?.topicId ?? 'teeth-whitening',
  author: article?.author ?? '',
  isPublished: article?.isPublished ?? false,
  date: toLocalInput(article?.isPublished ? null : (article?.scheduledPublishAt ?? null)),
});
type Form = ReturnType<typeof formOf>;

const bodyOf = ({ date, tags, ...rest }: Form) => ({
  ...rest,
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  readTime: readTimeOf(rest.content),
  scheduledPublishAt: rest.isPublished ? null : fromLocalInput(date),
});

/** Only what was changed: the schedule may have dated or published the article while its text was being mended. */
function changesOf(article: ListedArticle, form: Form): Partial<ReturnType<typeof bodyOf>> {
  const changed: string[] = findChangedFields(formOf(article), form);
  if (changed.includes('content')) changed.push('readTime');
  if (changed.includes('date') || changed.includes('isPublished')) changed.push('isPublished', 'scheduledPublishAt');
  return pickFields(bodyOf(form), changed as (keyof ReturnType<typeof bodyOf>)[]);
}

function ArticleForm({ article, onClose }: { article?: ListedArticle; onClose: () => void }) {
  const client = useQueryClient();
  const [tab, setTab] = useState('content');
  const record = useConflictForm(`article ${article?.id ?? 'new'}`, article ?? null, formOf);
  const { values: form, setValues } = record;
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      base
        ? api(updateArticle, {
            params: { id: String(base.id) },
            // An article is one thing: nobody publishes a text they have not seen.
            body: { ...changesOf(base, values), read: { updatedAt: base.updatedAt } },
          })
        : api(createArticle, { body: bodyOf(values) }),
    async onSuccess() {
      toast({
        title: 'Success',
        description: article ? 'Article updated successfully' : 'Article created successfully',
        variant: 'good',
      });
      onClose();
      await refreshArticles(client);
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      toastError(error);
      const first = Object.keys(fieldsOf(error))[0];
      if (first) setTab(tabOf[first] ?? 'settings');
    },
  });
  const errors = fieldsOf(save.error);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate(record.formState);
      }}
    >
      <Tabs
        label="Parts of the article"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'content',
            label: 'Content',
            content: (
              <div className={css.form}>
                <Field label="Title" error={errors.title}>
                  <Input value={form.title} onChange={(event) => setValues({ title: event.target.value })} />
                </Field>
                <Field label="Excerpt" error={errors.excerpt}>
                  <Textarea
                    style={{ minHeight: '4lh' }}
                    rows={3}
                    value={form.excerpt}
                    onChange={(event) => setValues({ excerpt: event.target.value })}
                  />
                </Field>
                <Field
                  label="Content"
                  error={errors.content}
                  hint="Plain text. An empty line begins a new paragraph; a short line alone becomes a heading."
                >
                  <Textarea
                    style={{ minHeight: '15lh' }}
                    rows={15}
                    value={form.content}
                    onChange={(event) => setValues({ content: event.target.value })}
                  />
                </Field>
              </div>
            ),
          },
          {
            value: 'seo',
            label: 'SEO & Meta',
            content: (
              <div className={css.form}>
                <Field
                  label="Meta title"
                  error={errors.metaTitle}
                  hint={`${form.metaTitle.length}/${META_TITLE_MAX} characters`}
                >
                  <Input
                    value={form.metaTitle}
                    maxLength={META_TITLE_MAX}
                    onChange={(event) => setValues({ metaTitle: event.target.value })}
                  />
                </Field>
                <Field
                  label="Meta description"
                  error={errors.metaDescription}
                  hint={`${form.metaDescription.length}/${META_DESCRIPTION_MAX} characters`}
                >
                  <Textarea
                    rows={3}
                    value={form.metaDescription}
                    maxLength={META_DESCRIPTION_MAX}
                    onChange={(event) => setValues({ metaDescription: event.target.value })}
                  />
                </Field>
                <Field label="Tags" hint="Separated by commas." error={errors.tags}>
                  <Input value={form.tags} onChange={(event) => setValues({ tags: event.target.value })} />
                </Field>
              </div>
            ),
          },
          {
            value: 'settings',
            label: 'Settings',
            content: (
              <div className={css.form}>
                <Field label="Category" error={errors.topicId}>
                  <Select value={form.topicId} onChange={(event) => setValues({ topicId: event.target.value })}>
                    {formCategories.map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                    <optgroup label="More topics">
                      {others.map(({ id, title, category }) => (
                        <option key={id} value={id}>
                          {title} ({category})
                        </option>
                      ))}
                    </optgroup>
                  </Select>
                </Field>
                <Field label="Author" hint="Left empty: the editorial team." error={errors.author}>
                  <Input value={form.author} onChange={(event) => setValues({ author: event.target.value })} />
                </Field>
                <Switch
                  label="Publish immediately"
                  checked={form.isPublished}
                  onChange={(event) => setValues({ isPublished: event.target.checked })}
                />
                {!form.isPublished && (
                  <Field
                    label="Schedule for later (optional)"
                    hint="In your own time zone. A time that has passed publishes at once."
                    error={errors.scheduledPublishAt}
                  >
                    <Input
                      type="datetime-local"
                      value={form.date}
                      onChange={(event) => setValues({ date: event.target.value })}
                    />
                  </Field>
                )}
              </div>
            ),
          },
        ]}
      />
      <EditConflict
        form={record}
        names={names}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={css.save}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={save.isPending}>
          {article ? 'Save changes' : 'Create Article'}
        </Button>
      </div>
    </form>
  );
}
