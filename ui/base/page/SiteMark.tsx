import { useSite } from '#ui/base/page/App.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import { smallPhoto } from '#shared/listings/photos.ts';

interface SiteMarkProps {
  size: number;
  className?: string | undefined;
  pathId?: string;
  usedId?: string;
}

/** The site's own logo, or the drawn mark. The brand's name is next to it, so it needs no alternative text. */
export function SiteMark({ size, className, pathId, usedId }: SiteMarkProps) {
  const { logo } = useSite();
  if (logo)
    return (
      <img
        src={smallPhoto(logo)}
        alt=""
        width={size}
        height={size}
        className={className}
        style={{ objectFit: 'contain' }}
      />
    );
  return <Mark size={size} className={className} {...(pathId && { pathId })} {...(usedId && { usedId })} />;
}
