import { isSamplePicture, smallPhoto } from '#shared/listings/photos.ts';
import { cx } from '#ui/kit/cx.ts';
import { shownPictures } from '../listing.ts';
import type { CardListing } from './card-search.ts';
import { Portrait } from './Portrait.tsx';
import { SampleMark } from './SampleMark.tsx';
import css from './CardPicture.module.css';

/** The practice with its dentist's face, or the one that exists, or initials. Phones show the face only. */
export function CardPicture({ listing, grid = false }: { listing: CardListing; grid?: boolean }) {
  const { portrait, cover } = shownPictures(listing);
  return (
    <div className={cx(css.picture, grid && css.grid, cover && css.withCover)}>
      {cover && (
        <span className={cx(css.cover, portrait && css.wide)}>
          <img
            src={smallPhoto(cover)}
            alt={isSamplePicture(cover) ? 'Sample photo' : ''}
            width={400}
            height={300}
            loading="lazy"
          />
          {isSamplePicture(cover) && !portrait && <SampleMark />}
        </span>
      )}
      {(portrait || !cover) && <Portrait name={listing.name} src={portrait} className={css.face} />}
    </div>
  );
}
