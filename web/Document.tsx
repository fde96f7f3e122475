import type { ReactNode } from 'react';

export interface DocumentProps {
  children?: ReactNode;
  /** Head elements only the server knows. Hydration must not change them. */
  head: { styles: string[]; css: string; preloads: string[]; fonts: string[]; themeScript: string; accent?: string };
}

/** The whole document. React renders it from <html> down, so pages can write their own titles and meta tags. */
export function Document({ children, head }: DocumentProps) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101719" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {head.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {/* When the styles are inlined, disabled links keep Vite's module loader from fetching them again. */}
        {head.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} {...(head.css ? { disabled: true } : {})} />
        ))}
        {head.css && <style dangerouslySetInnerHTML={{ __html: head.css }} suppressHydrationWarning />}
        {head.accent && <style dangerouslySetInnerHTML={{ __html: head.accent }} suppressHydrationWarning />}
        {head.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <script dangerouslySetInnerHTML={{ __html: head.themeScript }} suppressHydrationWarning />
      </head>
      <body>{children}</body>
    </html>
  );
}
