import { Combobox } from '#ui/kit/controls/Combobox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { formatLocalZone } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { useTopics } from '../../use-topics.ts';
import { topicChoices } from '../topic-choices.ts';
import type { ArticleFormValues } from './article-form-values.ts';
import { describeSchedule } from './describe-schedule.ts';

const PUBLIC_AT_ONCE =
  'A scheduled article is public as soon as you save it, marked with its date. Without a date it stays a draft.';

interface SettingsFieldsProps {
  values: ArticleFormValues;
  errors: Partial<Record<string, string>>;
  /** Authors and reviewers to choose from. */
  bylines: readonly string[];
  onChange: (values: Partial<ArticleFormValues>) => void;
}

export function SettingsFields({ values, errors, bylines, onChange }: SettingsFieldsProps) {
  const topics = useTopics();
  const now = useNow(15_000);
  const suggestPeople = (typed: string) =>
    bylines
      .filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
      .slice(0, 8)
      .map((name) => ({ value: name, label: name }));
  const plan = describeSchedule(values.date, now);
  return (
    <div className={layout.stack}>
      <Field label="Category" error={errors.topicId}>
        <Select
          value={values.topicId}
          options={topicChoices(topics)}
          onChange={({ target }) => onChange({ topicId: target.value })}
        />
      </Field>
      <Field
        label="Author"
        hint="Choose a person, or type a name with credentials. Defaults to the editorial team."
        error={errors.author}
      >
        <Combobox
          value={values.author}
          minLength={0}
          listLabel="Authors and reviewers"
          suggest={suggestPeople}
          onValueChange={(author) => onChange({ author })}
          onSelect={({ label }) => onChange({ author: label })}
        />
      </Field>
      <Field
        label="Reviewer"
        optional
        hint="The dentist or editor who checked the facts, with credentials."
        error={errors.reviewer}
      >
        <Combobox
          value={values.reviewer}
          minLength={0}
          listLabel="Authors and reviewers"
          suggest={suggestPeople}
          onValueChange={(reviewer) => onChange({ reviewer })}
          onSelect={({ label }) => onChange({ reviewer: label })}
        />
      </Field>
      <Switch
        label="Publish immediately"
        checked={values.isPublished}
        onChange={({ target }) => onChange({ isPublished: target.checked })}
      />
      {!values.isPublished && (
        <Field
          label="Schedule for later (optional)"
          hint={`${plan?.text ?? `In your time zone, ${formatLocalZone(now)}.`}${plan?.isPast ? '' : ` ${PUBLIC_AT_ONCE}`}`}
          error={errors.scheduledPublishAt}
        >
          <Input
            type="datetime-local"
            value={values.date}
            onChange={({ target }) => onChange({ date: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
