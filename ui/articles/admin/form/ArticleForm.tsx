import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createArticle, listArticles, updateArticle, type ListedArticle } from '#contract/articles/articles.ts';
import { listPeople, type ListedPerson } from '#contract/articles/people.ts';
import { META_DESCRIPTION_MAX, META_TITLE_MAX } from '#shared/articles/topics.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { refreshArticles } from '../admin-articles.ts';
import { sameTitle } from '../same-title.ts';
import { fieldNames, pickChanges, tabOf, toFormValues, toRequestBody } from './article-form-values.ts';
import css from './ArticleForm.module.css';
import { ArticlePreview } from './ArticlePreview.tsx';
import { ContentTools } from './ContentTools.tsx';
import { describeSchedule } from './describe-schedule.ts';
import { checkArticle } from './publish-checks.ts';
import { PublishChecklist } from './PublishChecklist.tsx';
import { SettingsFields } from './SettingsFields.tsx';
import { useTopicTitle } from '../../use-topics.ts';

/** The known authors and reviewers, and then the other names that articles show. */
const listBylines = (people: readonly ListedPerson[] = [], articles: readonly ListedArticle[] = []): string[] => {
  const shown = articles.flatMap(({ author, reviewer }) => [author, reviewer ?? '']).filter(Boolean);
  return [...new Set([...people.map(({ byline }) => byline), ...shown.toSorted()])];
};

export function ArticleForm({ article, onClose }: { article?: ListedArticle; onClose: () => void }) {
  const topicTitle = useTopicTitle();
  const client = useQueryClient();
  const [tab, setTab] = useState('content');
  const content = useRef<HTMLTextAreaElement>(null);
  const record = useConflictForm(`article ${article?.id ?? 'new'}`, article ?? null, toFormValues);
  const { values: form, setValues } = record;
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      base
        ? api(updateArticle, {
            params: { id: String(base.id) },
            // Any concurrent change is a conflict, so that no user publishes text they have not seen.
            body: { ...pickChanges(base, values), read: { updatedAt: base.updatedAt } },
          })
        : api(createArticle, { body: toRequestBody(values) }),
    async onSuccess() {
      toast({
        title: 'Success',
        description: article ? 'Article updated successfully' : 'Article created successfully',
        variant: 'good',
      });
      record.endDraft();
      onClose();
      await refreshArticles(client);
    },
    onError(error) {
      if (record.handleConflict(error)) return;
      record.showErrors(fieldsOf(error));
      toastError(error);
      const firstInvalidField = Object.keys(fieldsOf(error))[0];
      if (firstInvalidField) setTab(tabOf[firstInvalidField] ?? 'settings');
    },
  });
  const { errors } = record;
  const others = useQuery(queryOf(listArticles, { query: { brief: '1' } }));
  const people = useQuery(queryOf(listPeople, {}));
  const twin = others.data?.find(({ id, title }) => id !== article?.id && sameTitle(title, form.title));
  const [pastTimeText, setPastTimeText] = useState<string | null>(null);
  /** A past time that was just chosen publishes the article, which needs a confirmation. */
  const describePastTime = () => {
    const isChosenNow = record.changedFields.includes('date') || record.changedFields.includes('isPublished');
    const plan = form.isPublished || !isChosenNow ? null : describeSchedule(form.date, Date.now());
    return plan?.isPast ? plan.text : null;
  };
  return (
    <form
      method="post"
      className={layout.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        const text = describePastTime();
        setPastTimeText(text);
        if (text === null) save.mutate(record.formState);
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
              <div className={layout.stack}>
                <Field
                  label="Title"
                  error={errors.title}
                  hint={twin && `There is already an article with this title, in ${topicTitle(twin.topicId)}.`}
                >
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
                <ContentTools content={content} onChange={(text) => setValues({ content: text })} />
                <Field
                  label="Content"
                  error={errors.content}
                  hint="An empty line starts a new paragraph. # Heading, - list, **bold**, *italic*, and [words](/services) for a link. Preview shows the result."
                >
                  <Textarea
                    ref={content}
                    style={{ minHeight: '15lh' }}
                    rows={15}
                    value={form.content}
                    onChange={(event) => setValues({ content: event.target.value })}
                  />
                </Field>
                <Field
                  label="Sources"
                  optional
                  error={errors.sources}
                  hint="One a line: a title, with its web address at the end if it has one."
                >
                  <Textarea
                    rows={3}
                    value={form.sources}
                    onChange={(event) => setValues({ sources: event.target.value })}
                  />
                </Field>
              </div>
            ),
          },
          {
            value: 'seo',
            label: 'SEO & Meta',
            content: (
              <div className={layout.stack}>
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
              <SettingsFields
                values={form}
                errors={errors}
                bylines={listBylines(people.data, others.data)}
                onChange={setValues}
              />
            ),
          },
          {
            value: 'preview',
            label: 'Preview',
            content: <ArticlePreview values={form} article={article ?? null} people={people.data ?? []} />,
          },
        ]}
      />
      <EditConflict
        form={record}
        names={fieldNames}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <Confirm
        open={pastTimeText !== null}
        onOpenChange={(isOpen) => !isOpen && setPastTimeText(null)}
        title="This time has passed. Publish now?"
        description={pastTimeText}
        action="Publish now"
        cancel="Choose another time"
        onConfirm={() => save.mutate(record.formState)}
      />
      <PublishChecklist parts={checkArticle(form, twin !== undefined)} />
      <div className={css.save}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={save.isPending}>
          {article ? 'Save changes' : 'Create Article'}
        </Button>
      </div>
    </form>
  );
}
