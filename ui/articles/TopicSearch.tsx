import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Input } from '#ui/kit/controls/Input.tsx';
import css from './TopicSearch.module.css';

interface TopicSearchProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Filters, shown below the search box. */
  children?: ReactNode;
}

export const TopicSearch = ({ label, value, onChange, children }: TopicSearchProps) => (
  <div className={css.tools}>
    <div className={css.search}>
      <Input
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        icon={<Search />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
    {children}
  </div>
);
