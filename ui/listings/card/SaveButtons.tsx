import { Heart, Scale } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { cx } from '#ui/kit/cx.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { MAX_COMPARED, toggleSaved, useSaved } from './saved.ts';
import css from './SaveButtons.module.css';

export function SaveButtons({ id, name, className }: { id: number; name: string; className?: string | undefined }) {
  const isShortlisted = useSaved((saved) => saved.shortlist.includes(id));
  const isCompared = useSaved((saved) => saved.compare.includes(id));
  const toggleCompare = () => {
    if (!toggleSaved('compare', id))
      toast({ title: `You can compare ${MAX_COMPARED} at a time`, description: 'Remove one to add another.' });
  };
  const navigate = useNavigate();
  const toggleShortlist = () => {
    if (!toggleSaved('shortlist', id))
      toast({ title: 'Your shortlist is full', description: 'It holds 50 practices.' });
    else if (!isShortlisted)
      toast({
        title: 'Saved',
        action: {
          label: 'View list',
          altText: 'Your shortlist is in the header.',
          onSelect: () => void navigate('/shortlist'),
        },
      });
  };
  return (
    <span className={cx(css.buttons, className)}>
      <button
        type="button"
        className={css.button}
        aria-pressed={isCompared}
        data-saved={`compare ${id}`}
        onClick={toggleCompare}
      >
        <Scale aria-hidden="true" />
        <span className={css.label}>Compare</span>
        <span className="hidden-text">{` ${name}`}</span>
      </button>
      <button
        type="button"
        className={cx(css.button, css.heart)}
        aria-pressed={isShortlisted}
        data-saved={`shortlist ${id}`}
        onClick={toggleShortlist}
      >
        <Heart aria-hidden="true" />
        <span className={css.label}>Shortlist</span>
        <span className="hidden-text">{` ${name}`}</span>
      </button>
    </span>
  );
}
