import { useState } from 'react';
import { Search } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { placeOf } from './group-words.ts';
import css from './LocationPicker.module.css';

interface Pickable {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
}

interface LocationPickerProps {
  label: string;
  locations: readonly Pickable[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** Locations to choose from, with a search and a button that chooses all that match. */
export function LocationPicker({ label, locations, chosen, onChange }: LocationPickerProps) {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = locations.filter((location) => {
    const searched = `${location.name} ${placeOf(location)}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const set = (ids: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    onChange(next);
  };
  const hasAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  return (
    <fieldset className={css.picker}>
      <legend className={css.legend}>{label}</legend>
      <div className={css.tools}>
        <Input
          type="search"
          icon={<Search />}
          aria-label={`Search: ${label}`}
          placeholder="Search by name or city"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          size="small"
          disabled={shown.length === 0}
          onClick={() =>
            set(
              shown.map(({ id }) => id),
              !hasAll,
            )
          }
        >
          {hasAll ? 'Choose none' : words.length > 0 ? `Choose these ${formatNumber(shown.length)}` : 'Choose all'}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={layout.note}>None of them matches “{text.trim()}.”</p>
      ) : (
        <ul className={css.list}>
          {shown.map((location) => (
            <li key={location.id}>
              <Checkbox
                checked={chosen.has(location.id)}
                label={location.name}
                hint={placeOf(location)}
                onChange={(event) => set([location.id], event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className={layout.note} aria-live="polite">
        {formatNumber(chosen.size)} of {formatNumber(locations.length)} chosen
      </p>
    </fieldset>
  );
}
