import * as Radix from 'radix-ui/tabs';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Tabs.module.css';

/** How many pixels of the adjacent tab stay visible. */
const EDGE = 32;

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
  /** The address of the page with this tab, for browsers without scripts. */
  href?: string;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
  className?: string;
}

export function Tabs({ label, tabs, value, defaultValue, onValueChange, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const selectedIndex = tabs.findIndex((tab) => tab.value === value);
  // Scrolls the selected tab into view when the tabs are wider than the screen.
  useEffect(() => {
    const row = list.current;
    const tab = row?.children[selectedIndex];
    if (!row || !(tab instanceof HTMLElement)) return;
    const [start, end] = [tab.offsetLeft - EDGE, tab.offsetLeft + tab.offsetWidth + EDGE];
    row.scrollLeft = Math.max(Math.min(row.scrollLeft, start), end - row.clientWidth);
  }, [selectedIndex]);
  return (
    <Radix.Root
      className={cx(className)}
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={onValueChange}
    >
      <Radix.List ref={list} className={css.tablist} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className={css.tab}
            asChild={tab.href !== undefined}
          >
            {tab.href === undefined ? (
              tab.label
            ) : (
              <a href={tab.href} onClick={(event) => event.preventDefault()}>
                {tab.label}
              </a>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={css.tabPanel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
