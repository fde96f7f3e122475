import 'react';

declare module 'react' {
  /** Lets components pass numbers to their style sheets through custom properties. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
