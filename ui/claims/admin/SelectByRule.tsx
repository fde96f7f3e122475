import { useState, type FormEvent } from 'react';
import type { ClaimDossier } from '#contract/claims.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { useShortcuts } from '#ui/admin-shell/use-shortcuts.ts';
import { emptyRule, findMatchingClaims, isEmptyRule, type Rule } from './rules.ts';
import css from './Review.module.css';

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

/** Selects every claim that fits, instead of one after the other. */
export function SelectByRule({ claims, onSelect }: SelectByRuleProps) {
  const [open, setOpen] = useState(false);
  const [rule, setRule] = useState<Rule>(emptyRule);
  useShortcuts({ s: () => setOpen(true) });
  const now = useNow(60_000);
  const fitting = findMatchingClaims(claims, rule, now);
  const select = (event: FormEvent) => {
    event.preventDefault();
    if (fitting.length === 0) return;
    onSelect(fitting.map(({ id }) => id));
    setOpen(false);
  };
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
      <form className={css.rule} onSubmit={select}>
        {numbers.map(([key, label]) => (
          <Field key={key} label={label}>
            <Input
              type="number"
              step={1}
              value={rule[key] ?? ''}
              onChange={({ target }) => setRule({ ...rule, [key]: target.value === '' ? null : Number(target.value) })}
            />
          </Field>
        ))}
        {flags.map(([key, label]) => (
          <Checkbox
            key={key}
            label={label}
            checked={rule[key]}
            onChange={({ target }) => setRule({ ...rule, [key]: target.checked })}
          />
        ))}
        <p role="status" className={css.soft}>
          {isEmptyRule(rule) ? 'Say what the claims must have.' : `${fitting.length} of ${claims.length} fit.`}
        </p>
        <Button type="submit" variant="primary" size="small" disabled={fitting.length === 0}>
          {fitting.length === 0 ? 'Select' : `Select ${fitting.length}`}
        </Button>
      </form>
    </Popover>
  );
}
