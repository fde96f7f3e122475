import { isSamplePicture, smallPhoto } from '#shared/listings/photos.ts';
import { cx } from '#ui/kit/cx.ts';
import { initials } from '#ui/kit/display/initials.ts';
import { SampleMark } from './SampleMark.tsx';
import css from './Portrait.module.css';

const HUES = [197, 152, 84, 48, 20, 330, 285, 245];

/** A quiet color that stays with the name. */
const hueOf = (name: string): number =>
  HUES[Array.from(name).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % HUES.length]!;

/** A face, or the name's initials. Decorative, because the name is next to it. */
export function Portrait({
  name,
  src,
  className,
}: {
  name: string;
  src: string | null;
  className?: string | undefined;
}) {
  if (!src)
    return (
      <span className={cx(css.portrait, css.monogram, className)} style={{ '--hue': hueOf(name) }} aria-hidden="true">
        <span>{initials(name)}</span>
      </span>
    );
  const isSample = isSamplePicture(src);
  return (
    <span className={cx(css.portrait, className)}>
      <img src={smallPhoto(src)} alt={isSample ? 'Sample photo' : ''} width={400} height={400} loading="lazy" />
      {isSample && <SampleMark short />}
    </span>
  );
}
