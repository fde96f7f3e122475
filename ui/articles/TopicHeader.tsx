import type { ReactNode } from 'react';
import { layout } from '#ui/kit/layout.ts';
import css from './TopicHeader.module.css';

interface TopicHeaderProps {
  title: string;
  lead: string;
  breadcrumbs?: ReactNode;
  facts: ReactNode;
}

export const TopicHeader = ({ title, lead, breadcrumbs, facts }: TopicHeaderProps) => (
  <div className={css.header}>
    {breadcrumbs}
    <h1>{title}</h1>
    <p className={layout.lead}>{lead}</p>
    <div className={css.facts}>{facts}</div>
  </div>
);
