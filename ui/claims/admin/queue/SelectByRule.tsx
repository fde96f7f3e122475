import { useState } from 'react';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { emptyRule, findMatchingClaims, isEmptyRule } from './rules.ts';
import { layout } from '#ui/kit/layout.ts';

interface SelectByRuleProps {
  claims: readonly ClaimDossier[];
  onSelect: (ids: number[]) => void;
}
const numbers = [
  ['scoreOver', 'Score over'],
  ['scoreUnder', 'Score under'],
  ['olderThan', 'Sent more than (days ago)'],
] as const;
const flags = [
  ['withDocuments', 'With documents'],
  ['withoutRivals', 'Without rival claims'],
  ['overdue', 'Overdue'],
] as const;

/** Selects every claim that meets the conditions. */
export function SelectByRule({ claims, onSelect }: SelectByRuleProps) {
  const [open, setOpen] = useState(false);
  const form = useAppForm({ defaultValues: emptyRule, keep: 'choice' });
  const rule = form.values;
  useShortcuts({ s: () => setOpen(true) });
  const now = useNow(60_000);
  const matchingClaims = findMatchingClaims(claims, rule, now);
  const select = form.submit(() => {
    if (matchingClaims.length === 0) return;
    onSelect(matchingClaims.map(({ id }) => id));
    setOpen(false);
  });
  return (
    <Popover
      label="Select by rule"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="quiet" iconEnd={<Kbd keys="S" />}>
          Select by rule
        </Button>
      }
    >
      <form method="post" className={layout.snug} onSubmit={select}>
        {numbers.map(([key, label]) => (
          <Field key={key} label={label}>
            <Input
              type="number"
              step={1}
              value={rule[key] ?? ''}
              onChange={({ target }) => form.setValues({ [key]: target.value === '' ? null : Number(target.value) })}
            />
          </Field>
        ))}
        {flags.map(([key, label]) => (
          <Checkbox key={key} label={label} {...form.checkbox(key)} />
        ))}
        <p role="status" className={layout.muted}>
          {isEmptyRule(rule) ? 'Set at least one condition.' : `${matchingClaims.length} of ${claims.length} match.`}
        </p>
        <Button type="submit" variant="primary" size="small" disabled={matchingClaims.length === 0}>
          {matchingClaims.length === 0 ? 'Select' : `Select ${matchingClaims.length}`}
        </Button>
      </form>
    </Popover>
  );
}
