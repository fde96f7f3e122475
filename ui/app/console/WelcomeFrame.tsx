import type { ReactNode } from 'react';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import css from './WelcomeFrame.module.css';

interface WelcomeFrameProps {
  documentTitle: string;
  heading: string;
  subtitle: ReactNode;
  children: ReactNode;
}

/** The layout of the screens before login. */
export function WelcomeFrame({ documentTitle, heading, subtitle, children }: WelcomeFrameProps) {
  return (
    <main className={css.frame}>
      <title>{documentTitle}</title>
      <div className={css.head}>
        <SiteMark size={44} className={css.mark} />
        <h1>{heading}</h1>
        {subtitle}
      </div>
      {children}
    </main>
  );
}
