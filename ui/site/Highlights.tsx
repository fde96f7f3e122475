import { markPath } from '#ui/kit/display/Mark.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl } from '#ui/listings/search/search-state.ts';
import css from './Highlights.module.css';

const smile = 'M0 0C1.7 4.4 8.4 4.6 10.4 0';

const highlights = [
  {
    title: 'Professional In-Office',
    text: 'One visit, done by a dentist. The quickest way to a visibly whiter smile.',
    service: 'Professional In-Office Whitening',
    drawing: (
      <>
        <path d="M8 40h32M14 40V26a10 10 0 0 1 20 0v14" />
        <path className="mark" d={smile} transform="translate(15.5 24) scale(1.63)" />
        <path className="faint" d="M24 6v5M11 11l3 4M37 11l-3 4" />
      </>
    ),
  },
  {
    title: 'Take-Home Kits',
    text: 'Trays made from your own impression, used at your own pace, checked by your dentist.',
    service: 'Take-Home Whitening Kits',
    drawing: (
      <>
        <path d="M8 20h32v20H8ZM12 20V9h24v11" />
        <path className="mark" d={smile} transform="translate(15.5 26) scale(1.63)" />
        <path className="faint" d="M18 9v5h12V9" />
      </>
    ),
  },
  {
    title: 'Laser Whitening',
    text: 'A light is used with the gel. Results show in one visit.',
    service: 'Laser Whitening',
    drawing: (
      <>
        <g className="mark" transform="translate(4 14) scale(1.3)">
          <path d={markPath} />
        </g>
        <path d="M44 4 31 17" />
        <path className="faint" d="M30 7v5M41 18h-5M37 11l-1 1" />
      </>
    ),
  },
  {
    title: 'Consultation',
    text: 'Ask first: which method suits your teeth, what it costs and how long it lasts.',
    service: 'Whitening Consultation',
    drawing: (
      <>
        <path d="M10 8h28a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H24l-9 8v-8h-5a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4Z" />
        <path className="mark" d={smile} transform="translate(15.5 18) scale(1.63)" />
      </>
    ),
  },
] as const;

export function Highlights() {
  return (
    <section className={css.highlights} aria-labelledby="whitening">
      <h2 id="whitening" className={css.heading}>
        Whitening, four ways
      </h2>
      <ul className={css.row}>
        {highlights.map(({ title, text, service, drawing }) => (
          <li key={title} className={css.card}>
            <svg
              viewBox="0 0 48 48"
              width="48"
              height="48"
              fill="none"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
              data-drawing=""
            >
              {drawing}
            </svg>
            <h3 className={css.title}>
              <Link to={directoryUrl({ service })}>{title}</Link>
            </h3>
            <p className={css.text}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
