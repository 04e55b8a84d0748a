import type { ReactNode } from 'react';
import classes from './tabs.module.css';

/** The tabs of a detail page. Each is a link, so that the URL names it. The links carry `aria-current` when they are active. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}

export const TAB_LINK = {
  className: classes['tab'] ?? '',
  activeProps: { 'aria-current': 'page' as const },
  activeOptions: { exact: true },
};
