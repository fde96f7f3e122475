import { useLayoutEffect } from 'react';
import css from '../styles/dialog.module.css';

let locks = 0;

function lock() {
  const page = document.documentElement;
  if (locks === 0) {
    const scrollbar = window.innerWidth - page.clientWidth;
    page.style.overflow = 'hidden';
    if (scrollbar > 0) page.style.paddingRight = `${scrollbar}px`;
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    page.style.overflow = '';
    page.style.paddingRight = '';
  };
}

/** Dims the page and locks its scrolling without an injected style element. */
export function Scrim() {
  useLayoutEffect(lock, []);
  return <div className={css.overlay} aria-hidden="true" />;
}
