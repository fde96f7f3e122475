import type { ReactNode } from 'react';
import css from './WebhookItem.module.css';

export const WebhookItems = ({ children }: { children: ReactNode }) => <ul className={css.list}>{children}</ul>;

interface WebhookItemProps {
  title: ReactNode;
  /** Lines of small text. Empty ones are left out. */
  lines: readonly (string | false | null)[];
  /** More small text below the lines. */
  children?: ReactNode;
  actions: ReactNode;
}

/** A webhook, or a delivery of one, with its buttons. */
export const WebhookItem = ({ title, lines, children, actions }: WebhookItemProps) => (
  <li className={css.item}>
    <div className={css.text}>
      <p>{title}</p>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className={css.small}>
              {line}
            </p>
          ),
      )}
      {children && <div className={css.extra}>{children}</div>}
    </div>
    {actions}
  </li>
);
