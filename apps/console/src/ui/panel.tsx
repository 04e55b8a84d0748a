import { useId, type ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  description?: ReactNode;
  /** A button or link at the right of the title. */
  action?: ReactNode;
  /** Whether the content goes from edge to edge, as tables do. */
  flush?: boolean;
  children: ReactNode;
}

/** A part of a page with a border and a title. */
export function Panel({ title, description, action, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {description && <p>{description}</p>}
        </div>
        {action}
      </header>
      <div className={flush ? undefined : classes['content']}>{children}</div>
    </section>
  );
}

/** The layout of a detail page: the matter at the left, its use at the right. */
export function Columns({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes['columns']} data-aside={aside ? true : undefined}>
      <div className={classes['stack']}>{children}</div>
      {aside && <aside className={classes['stack']}>{aside}</aside>}
    </div>
  );
}
