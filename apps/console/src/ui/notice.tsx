import type { ComponentType, ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  title: string;
  tone?: 'accent' | 'danger' | 'brass';
  /** Whether it stands alone in the middle of the window. */
  page?: boolean;
  children: ReactNode;
}

/** An icon, a title and what to do: for empty lists and for what did not load. */
export function Notice({ icon: Icon, title, tone = 'accent', page = false, children }: NoticeProps) {
  return (
    <div className={classes['notice']} data-tone={tone} data-page={page || undefined} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={classes['icon']}>
        <Icon size={26} stroke={1.6} aria-hidden />
      </span>
      <div className={classes['text']}>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
