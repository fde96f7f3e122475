import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Redo2, Undo2 } from 'lucide-react';
import { describeStep } from '#ui/bulk/workbench/describe-step.ts';
import { listSavedRecipes, saveFileRecipe, type ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import css from './RecipePanel.module.css';
import { SavedRecipes } from './SavedRecipes.tsx';
import type { Workbench } from './use-import-file.ts';
import { useKept } from './use-kept.ts';

const NO_NAME = { name: '' };
const STEPS_SHOWN = 200;

/** The steps of a file, which can be undone, redone, saved under a name, and used for other files. */
export function RecipePanel({ file, bench }: { file: ImportFile; bench: Workbench }) {
  const client = useQueryClient();
  const [{ name }, keep] = useKept(`import ${file.id} recipe`, NO_NAME);
  const { recipe, undone, missing } = file;
  const save = useMutation({
    mutationFn: () => api(saveFileRecipe, { params: { id: String(file.id) }, body: { name } }),
    onSuccess: async ({ name: savedName }) => {
      keep(NO_NAME);
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
        <StepList file={file} bench={bench} />
        {missing.length > 0 && <p className={layout.note}>This file has no column {missing.join(', ')}.</p>}
        <form
          method="post"
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
            onChange={(event) => keep({ name: event.target.value })}
          />
          <Button type="submit" busy={save.isPending} disabled={name.trim() === ''}>
            Save recipe
          </Button>
        </form>
        <SavedRecipes
          locked={bench.isBusy || file.status !== 'ready'}
          onUse={(saved) => void bench.change({ do: 'apply', name: saved })}
        />
      </div>
    </Card>
  );
}

/** The newest steps in order. Choosing one goes back to it, or forward to it if it was undone. */
function StepList({ file: { recipe, undone }, bench }: { file: ImportFile; bench: Workbench }) {
  const first = Math.max(0, recipe.length - STEPS_SHOWN);
  return (
    <ol className={css.steps} start={first + 1}>
      {[...recipe.slice(first), ...undone.slice(0, STEPS_SHOWN)].map((step, offset) => {
        const done = first + offset + 1;
        const isUndone = done > recipe.length;
        const isNewest = done === recipe.length;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- equal steps may repeat, and steps never move
          <li key={done}>
            <button
              type="button"
              className={cx(css.step, isUndone && css.undone)}
              aria-current={isNewest ? 'step' : undefined}
              disabled={bench.isBusy || isNewest}
              title={isNewest ? undefined : isUndone ? 'Redo up to this step' : 'Undo the steps after this one'}
              onClick={() =>
                void bench.change(
                  isUndone ? { do: 'redo', steps: done - recipe.length } : { do: 'undo', steps: recipe.length - done },
                )
              }
            >
              {describeStep(step)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
