import { socialPicturePath } from '#shared/site-pages.ts';
import { useSite } from './App.tsx';

interface HeadProps {
  title: string;
  description?: string | undefined;
  /** The canonical path, with a query if the page is one of several. */
  canonical?: string;
  noindex?: boolean;
  /** A photo of the page's own. By default, the server draws a picture of its name. */
  image?: string | undefined;
  type?: 'website' | 'article' | 'profile';
  /** The page in another form, such as a feed. Its title may name the brand as {brand}. */
  alternate?: { type: string; href: string; title: string } | undefined;
  /** Structured data, one object or several. */
  jsonLd?: object | object[] | undefined;
}

/** New articles, for readers of feeds. */
export const articleFeed = { type: 'application/rss+xml', href: '/feed.xml', title: '{brand}: dental health articles' };

/** The page's title, meta tags, and structured data. React hoists them into the document head. */
export function Head({
  title,
  description,
  canonical,
  noindex,
  image,
  type = 'website',
  alternate,
  jsonLd,
}: HeadProps) {
  const { publicUrl, brand } = useSite();
  const whole = title.includes(brand) ? title : `${title} · ${brand}`;
  const url = canonical === undefined ? undefined : publicUrl + canonical;
  const picture = socialPicturePath(canonical?.split('?')[0] ?? '/');
  return (
    <>
      <title>{whole}</title>
      {description && <meta name="description" content={description} />}
      {noindex ? <meta name="robots" content="noindex" /> : url && <link rel="canonical" href={url} />}
      <meta property="og:title" content={title} />
      {type !== 'website' && <meta property="og:type" content={type} />}
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={image ?? publicUrl + picture} />
      <meta name="twitter:card" content="summary_large_image" />
      {alternate && <link rel="alternate" {...alternate} title={alternate.title.replace('{brand}', brand)} />}
      {jsonLd && <JsonLd data={jsonLd} />}
    </>
  );
}

export function JsonLd({ data }: { data: object | object[] }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
    />
  );
}
