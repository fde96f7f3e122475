import css from './styles/layout.module.css';

/** Class names that arrange what a page or card holds, so that features need no style sheet for a stack or a row. */
export const layout = css;
