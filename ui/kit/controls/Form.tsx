import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Form.module.css';

/** Evenly spaced fields. The browser's validation is off, because ours writes its messages below the fields. */
export function Form({ className, ...props }: ComponentProps<'form'>) {
  return <form method="post" noValidate className={cx(css.form, className)} {...props} />;
}

export const FormActions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;
