import type { ReactNode } from 'react';
import { Card, type CardProps } from '#ui/kit/display/Card.tsx';
import css from './SettingsCard.module.css';

interface SettingsCardProps {
  id: string;
  title: ReactNode;
  text: ReactNode;
  action?: ReactNode;
  tone?: CardProps['tone'];
  children?: ReactNode;
}

/** A section of the account page: title, explanation, one button, and what the button opens. */
export function SettingsCard({ id, title, text, action, tone, children }: SettingsCardProps) {
  return (
    <Card as="section" aria-labelledby={id} {...(tone && { tone })}>
      <div className={css.head}>
        <div className={css.text}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          <p>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}
