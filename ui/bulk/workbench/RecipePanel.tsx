import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { describeStep } from '#contract/describe-step.ts';
import { listSavedRecipes, saveFileRecipe, type ImportFile } from '#contract/bulk-workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import css from './RecipePanel.module.css';
import type { Workbench } from './use-import-file.ts';

/** The steps of a file, which can be undone, redone, saved under a name, and used for other files. */
export function RecipePanel({ file, bench }: { file: ImportFile; bench: Workbench }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const { data: saved = [] } = useQuery(queryOf(listSavedRecipes, {}));
  const { recipe, undone, missing } = file;
  const save = useMutation({
    mutationFn: () => api(saveFileRecipe, { params: { id: String(file.id) }, body: { name } }),
    onSuccess: async ({ name: savedName }) => {
      setName('');
      toast({ title: 'Recipe saved', description: `All staff can use “${savedName}” now.`, variant: 'good' });
      await refresh(client, listSavedRecipes.path);
    },
    onError: (error) => toast({ title: 'Not saved', description: sentenceOf(error), variant: 'destructive' }),
  });
  return (
    <Card as="section" aria-labelledby="recipe">
      <div className={layout.stack}>
        <div className={layout.between}>
          <h2 id="recipe">Changes</h2>
          <div className={layout.pair}>
            <Button
              size="small"
              icon={<Undo2 />}
              disabled={recipe.length === 0 || bench.isBusy}
              onClick={() => void bench.change({ do: 'undo' })}
            >
              Undo
            </Button>
            <Button
              size="small"
              icon={<Redo2 />}
              disabled={undone.length === 0 || bench.isBusy}
              onClick={() => void bench.change({ do: 'redo' })}
            >
              Redo
            </Button>
          </div>
        </div>
        {recipe.length === 0 && <p className={layout.note}>No changes yet. Your file stays as it is.</p>}
        <ol className={css.steps}>
          {recipe.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- equal steps may repeat, and steps never move
            <li key={index}>{describeStep(step)}</li>
          ))}
          {undone.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- equal steps may repeat, and steps never move
            <li key={`undone ${index}`} className={css.undone}>
              {describeStep(step)}
            </li>
          ))}
        </ol>
        {missing.length > 0 && <p className={layout.note}>This file has no column {missing.join(', ')}.</p>}
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Input
            aria-label="Recipe name"
            placeholder="Name this recipe"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="small" type="submit" busy={save.isPending} disabled={name.trim() === ''}>
            Save recipe
          </Button>
        </form>
        {saved.length > 0 && (
          <Select
            aria-label="Use a saved recipe"
            value=""
            placeholder="Use a saved recipe"
            disabled={bench.isBusy}
            options={saved.map((one) => ({ value: one.name, label: one.name }))}
            onChange={(event) => event.target.value && void bench.change({ do: 'apply', name: event.target.value })}
          />
        )}
      </div>
    </Card>
  );
}
