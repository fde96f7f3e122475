import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Photo } from '#contract/listings/gallery.ts';
import { photoSet } from '#shared/listings/photos.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import css from './PhotoItem.module.css';

interface PhotoItemProps {
  photo: Photo;
  index: number;
  last: boolean;
  /** The plan has ended: the photo can only be removed. */
  paused: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
  onDescribe: (alt: string) => void;
}

export function PhotoItem({ photo, index, last, paused, onMove, onRemove, onDescribe }: PhotoItemProps) {
  const [alt, setAlt] = useState(photo.alt);
  const name = `photo ${index + 1}`;
  return (
    <>
      <div className={css.frame}>
        <img
          src={photo.url}
          srcSet={photoSet(photo.url)}
          sizes="220px"
          alt={photo.alt}
          width={photo.width}
          height={photo.height}
          loading="lazy"
          // Browsers drag an image as a file, so that the list item around it would not be dragged.
          draggable={false}
        />
        {index === 0 && <span className={css.cover}>Cover</span>}
      </div>
      <div className={css.tools}>
        <IconButton
          label={`Move ${name} earlier`}
          size="small"
          disabled={paused || index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft />
        </IconButton>
        <IconButton label={`Move ${name} later`} size="small" disabled={paused || last} onClick={() => onMove(1)}>
          <ArrowRight />
        </IconButton>
        <IconButton label={`Remove ${name}`} size="small" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <Field label={`Description of ${name}`} hideLabel>
        <Input
          placeholder="Describe this photo"
          maxLength={300}
          disabled={paused}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onBlur={() => alt.trim() !== photo.alt && onDescribe(alt.trim())}
        />
      </Field>
    </>
  );
}
