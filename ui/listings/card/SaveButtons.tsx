import { Heart, Scale } from 'lucide-react';
import { cx } from '#ui/kit/cx.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { MOST_COMPARED, toggleSaved, useSaved } from '../compare/saved.ts';
import css from './SaveButtons.module.css';

/** Keep on the shortlist, put beside others. */
export function SaveButtons({ id, name, className }: { id: number; name: string; className?: string | undefined }) {
  const kept = useSaved((saved) => saved.shortlist.includes(id));
  const compared = useSaved((saved) => saved.compare.includes(id));
  const compare = () => {
    if (!toggleSaved('compare', id))
      toast({ title: `You can compare ${MOST_COMPARED} at a time`, description: 'Take one away to add another.' });
  };
  const keep = () => {
    if (!toggleSaved('shortlist', id))
      toast({ title: 'Your shortlist is full', description: 'It holds 50 practices.' });
  };
  return (
    <span className={cx(css.buttons, className)}>
      <button type="button" className={css.button} aria-pressed={compared} onClick={compare}>
        <Scale aria-hidden="true" />
        Compare<span className="hidden-text"> {name}</span>
      </button>
      <button type="button" className={cx(css.button, css.heart)} aria-pressed={kept} onClick={keep}>
        <Heart aria-hidden="true" />
        Shortlist<span className="hidden-text"> {name}</span>
      </button>
    </span>
  );
}
