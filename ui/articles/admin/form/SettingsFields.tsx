import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { formatLocalZone } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { topicChoices } from '../topic-choices.ts';
import type { ArticleFormValues } from './article-form-values.ts';
import { describeSchedule } from './describe-schedule.ts';

const PUBLIC_AT_ONCE =
  'A scheduled article is public as soon as you save it, marked with its date. Without a date it stays a draft.';

interface SettingsFieldsProps {
  values: ArticleFormValues;
  errors: Partial<Record<string, string>>;
  onChange: (values: Partial<ArticleFormValues>) => void;
}

export function SettingsFields({ values, errors, onChange }: SettingsFieldsProps) {
  const now = useNow(15_000);
  const plan = describeSchedule(values.date, now);
  return (
    <div className={layout.stack}>
      <Field label="Category" error={errors.topicId}>
        <Select
          value={values.topicId}
          options={topicChoices}
          onChange={({ target }) => onChange({ topicId: target.value })}
        />
      </Field>
      <Field label="Author" hint="Defaults to the editorial team." error={errors.author}>
        <Input value={values.author} onChange={({ target }) => onChange({ author: target.value })} />
      </Field>
      <Field
        label="Reviewer"
        optional
        hint="The dentist or editor who checked the facts, such as Dana Whitfield, DDS."
        error={errors.reviewer}
      >
        <Input value={values.reviewer} onChange={({ target }) => onChange({ reviewer: target.value })} />
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
