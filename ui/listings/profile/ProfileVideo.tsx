import { Play } from 'lucide-react';
import { useState } from 'react';
import { photoSet } from '#shared/listings/photos.ts';
import { youTubeVideoId } from '#shared/listings/youtube.ts';
import { markPath } from '#ui/kit/display/Mark.tsx';
import { fullName, type Listing } from '../listing.ts';
import css from './ProfileVideo.module.css';

/** A poster of our own. YouTube is contacted only after a tap on it. */
export function ProfileVideo({ listing }: { listing: Listing }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const videoId = listing.isProMax ? youTubeVideoId(listing.youtubeUrl) : null;
  if (!videoId) return null;
  return (
    <section aria-labelledby="video" className={css.section}>
      <h2 id="video" className={css.title}>
        Video
      </h2>
      <div className={css.screen}>
        {isPlaying ? (
          <iframe
            ref={(frame) => frame?.focus()}
            title={`Video of ${fullName(listing)}`}
            src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0&playsinline=1`}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the player has YouTube's origin, so it can't leave the sandbox
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            // YouTube refuses to play without the address of the site.
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" className={css.poster} onClick={() => setIsPlaying(true)}>
            <Poster image={listing.practiceImage} />
            <span className={css.play}>
              <Play aria-hidden="true" />
              Play video
            </span>
          </button>
        )}
      </div>
      <p className={css.note}>The video is on YouTube, which learns of your visit when you play it.</p>
    </section>
  );
}

const Poster = ({ image }: { image: string | null }) =>
  image ? (
    <img
      src={image}
      srcSet={photoSet(image)}
      sizes="(width < 64rem) 92vw, 700px"
      alt=""
      width={1280}
      height={720}
      loading="lazy"
    />
  ) : (
    <svg viewBox="0 0 24 24" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={markPath} vectorEffect="non-scaling-stroke" />
    </svg>
  );
