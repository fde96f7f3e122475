import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import css from './ListingCard.module.css';

/** A card before it is known, in its size. */
export function CardSkeleton({ grid = false }: { grid?: boolean }) {
  return (
    <div className={`${css.card} ${grid ? css.grid : css.list}`} aria-hidden="true">
      <div className={css.who}>
        <Skeleton width={grid ? 52 : 64} height={grid ? 52 : 64} />
        <div style={{ flex: 1 }}>
          <Skeleton width="min(16rem, 80%)" height={22} />
          <div style={{ height: 8 }} />
          <Skeleton width="min(11rem, 60%)" height={20} />
        </div>
      </div>
      <div className={css.facts}>
        <div className={css.what}>
          <Skeleton width="55%" height={20} />
          <Skeleton width="80%" height={18} />
          <Skeleton width="90%" height={28} />
        </div>
        <div className={css.when}>
          <Skeleton height={20} width="7rem" />
          {!grid && <Skeleton height={64} />}
        </div>
      </div>
      <div className={css.foot} style={{ minHeight: 'calc(var(--control-small) + 17px)' }} />
    </div>
  );
}
