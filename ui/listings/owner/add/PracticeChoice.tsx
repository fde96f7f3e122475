import { listPractices } from '#contract/listings/listings.ts';
import { Combobox } from '#ui/kit/controls/Combobox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { api } from '#ui/base/platform/api.ts';

export interface PracticeChoiceProps {
  text: string;
  onText: (text: string) => void;
  onChoose: (id: number | null) => void;
  error?: string | undefined;
}

/** Finds an existing practice by the beginning of its name. */
export function PracticeChoice({ text, onText, onChoose, error }: PracticeChoiceProps) {
  const suggest = async (name: string, signal: AbortSignal) =>
    (await api(listPractices, { query: { name, page: '1', pageSize: '8' } }, { signal })).map((practice) => ({
      value: String(practice.id),
      label: practice.name,
      detail: [practice.city, practice.state].filter(Boolean).join(', '),
    }));
  return (
    <Field label="Practice" required hint="Start typing its name, then choose it from the list." error={error}>
      <Combobox
        value={text}
        minLength={2}
        listLabel="Practices"
        suggest={suggest}
        onValueChange={(next) => {
          onText(next);
          onChoose(null);
        }}
        onSelect={(suggestion) => onChoose(Number(suggestion.value))}
      />
    </Field>
  );
}
