import { useMutation } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { addArticlePicture } from '#contract/articles/admin-articles.ts';
import { suggest as suggestCall } from '#contract/listings/listings.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { api } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Combobox, type Suggestion } from '#ui/kit/controls/Combobox.tsx';
import { findFileProblem, imageTypes, photoTypes, readAsDataUrl } from '#ui/kit/controls/read-file.ts';
import { shrinkPhoto } from '#ui/kit/controls/shrink-photo.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './ContentTools.module.css';
import { insertLink, insertPicture, type Edit } from './insert-markdown.ts';

/** The services and places that an article can link to, with the pages that list their dentists. */
async function suggestPages(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { services, places } = await api(suggestCall, { query: { q: q.slice(0, 200) } }, { signal });
  return [
    ...services.map(({ name }) => ({
      value: `/directory?${new URLSearchParams({ service: name }).toString()}`,
      label: name,
      group: 'Services',
    })),
    ...places.flatMap(({ kind, label, state, slug }) => {
      const found = findState(state ?? '');
      if (!found || (kind !== 'city' && kind !== 'state')) return [];
      const path = `/dentists/${stateSlug(found)}${kind === 'city' ? `/${slug ?? ''}` : ''}`;
      return [{ value: path, label, group: 'Places' }];
    }),
  ];
}

interface ContentToolsProps {
  content: RefObject<HTMLTextAreaElement | null>;
  onChange: (content: string) => void;
}

/** Adds pictures, and links to services and places, where the cursor is in the text. */
export function ContentTools({ content, onChange }: ContentToolsProps) {
  const file = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const apply = (edit: (text: string, from: number, to: number) => Edit) => {
    const box = content.current;
    if (!box) return;
    const next = edit(box.value, box.selectionStart, box.selectionEnd);
    onChange(next.text);
    // Selects what to type over once React has written the text.
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(next.from, next.to);
    });
  };
  const add = useMutation({
    mutationFn: async (chosen: File) => {
      const photo = await shrinkPhoto(chosen);
      const problem = await findFileProblem(photo, imageTypes);
      if (problem) throw new Error(problem);
      return api(addArticlePicture, { body: { picture: await readAsDataUrl(photo) } });
    },
    onSuccess: ({ url }) => apply((text, from, to) => insertPicture(text, from, to, url)),
    onError: (error) =>
      error.constructor === Error
        ? toast({ title: "We couldn't add the picture", description: error.message, variant: 'destructive' })
        : toastError(error),
  });
  return (
    <div className={layout.row} role="group" aria-label="Add to the content">
      <Button size="small" icon={<ImagePlus />} busy={add.isPending} onClick={() => file.current?.click()}>
        Add a picture
      </Button>
      <input
        ref={file}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        aria-label="Picture to add"
        accept={photoTypes.join(',')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) add.mutate(chosen);
        }}
      />
      <div className={css.link}>
        <Combobox
          aria-label="Link to a service or place"
          placeholder="Link to a service or place"
          listLabel="Services and places"
          value={search}
          minLength={2}
          suggest={suggestPages}
          onValueChange={setSearch}
          onSelect={({ value, label }) => {
            setSearch('');
            apply((text, from, to) => insertLink(text, from, to, { label, path: value }));
          }}
        />
      </div>
    </div>
  );
}
