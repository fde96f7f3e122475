import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import {
  addSavedRecipe,
  deleteSavedRecipe,
  downloadRecipe,
  listSavedRecipes,
  type SavedRecipe,
} from '#contract/bulk/workbench.ts';
import type { Input as CallInput } from '#contract/endpoint.ts';
import { urlOf } from '#shared/url.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { useDownload } from '#ui/base/use-download.ts';
import css from './SavedRecipes.module.css';

type RecipeFile = CallInput<typeof addSavedRecipe>['body'];

/** Reads a downloaded recipe. The server checks its steps. */
async function readRecipeFile(file: File): Promise<RecipeFile> {
  const content = JSON.parse(await file.text()) as Partial<RecipeFile> | RecipeFile['steps'];
  const recipe = Array.isArray(content) ? { steps: content } : content;
  return { ...recipe, steps: recipe.steps ?? [], name: ('name' in recipe && recipe.name) || nameOf(file) };
}
const nameOf = ({ name }: File) => name.replace(/\.json$/i, '');

/** The recipes that all staff share. */
export function SavedRecipes({ locked, onUse }: { locked: boolean; onUse: (name: string) => void }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { saving, save } = useDownload();
  const { data: recipes = [] } = useQuery(queryOf(listSavedRecipes, {}));
  const onError = (error: unknown) =>
    toast({ title: 'That didn’t work', description: sentenceOf(error), variant: 'destructive' });
  const settled = { onSuccess: () => refresh(client, listSavedRecipes.path), onError };
  const remove = useMutation({
    mutationFn: ({ id }: SavedRecipe) => api(deleteSavedRecipe, { params: { id: String(id) } }),
    ...settled,
  });
  const add = useMutation({
    mutationFn: async (file: File) => {
      const body = await readRecipeFile(file).catch(() => null);
      if (!body) throw new Error('This file isn’t a recipe.');
      return api(addSavedRecipe, { body });
    },
    ...settled,
  });
  return (
    <div className={layout.tight}>
      {recipes.length > 0 && (
        <ul className={css.recipes} aria-label="Saved recipes">
          {recipes.map((recipe) => (
            <li key={recipe.id} className={css.recipe}>
              <span>
                {recipe.name}{' '}
                <span className={layout.muted}>
                  {formatNumber(recipe.steps.length)} {recipe.steps.length === 1 ? 'step' : 'steps'}
                </span>
              </span>
              <Button
                size="small"
                aria-label={`Use ${recipe.name}`}
                disabled={locked}
                onClick={() => onUse(recipe.name)}
              >
                Use
              </Button>
              <IconButton
                label={`Download ${recipe.name}`}
                size="small"
                disabled={saving !== null}
                onClick={() =>
                  void save('recipe', urlOf(downloadRecipe.path, { id: String(recipe.id) }, {}), 'recipe', 'json')
                }
              >
                <Download />
              </IconButton>
              <IconButton
                label={`Delete ${recipe.name}`}
                size="small"
                disabled={remove.isPending}
                onClick={() => remove.mutate(recipe)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="small" variant="quiet" busy={add.isPending} onClick={() => input.current?.click()}>
          Add a recipe file
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label="Recipe file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) add.mutate(file);
        }}
      />
    </div>
  );
}
