import { useEffect, type ReactNode } from 'react';
import { IconChevronRight } from '@tabler/icons-react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** Links that lead here, from the outermost. */
  breadcrumbs?: ReactNode[];
  mark?: ReactNode;
  /** One line of facts: status, id, type. */
  facts?: ReactNode;
  /** The primary button, and the menu of the others. */
  actions?: ReactNode;
  tabs?: ReactNode;
}

/** The title of a page, which is the window's title too. */
export function PageHeader({ title, breadcrumbs = [], mark, facts, actions, tabs }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Latchkey`;
  }, [title]);
  return (
    <header className={classes['header']} data-tabs={tabs ? true : undefined}>
      {breadcrumbs.length > 0 && (
        <div className={classes['breadcrumbs']}>
          {breadcrumbs.map((link, index) => (
            // The links of a page stay in their order.
            <span key={index}>
              {link}
              <IconChevronRight size={14} aria-hidden />
            </span>
          ))}
          <span aria-hidden>{title}</span>
        </div>
      )}
      <div className={classes['row']}>
        {mark}
        <div className={classes['title']}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {facts && <div className={classes['facts']}>{facts}</div>}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
      {tabs}
    </header>
  );
}
