import { useEffect, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import classes from './list.module.css';

export interface Column<T> {
  /** Marked by `message`. */
  header: string;
  /** A CSS width of `grid-template-columns`. */
  width: string;
  cell: (item: T) => ReactNode;
  numeric?: boolean;
  /** Whether the column is left out on narrow windows. */
  wideOnly?: boolean;
}

interface ListProps<T> {
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[] | undefined;
  keyOf: (item: T) => string;
  /** The link of a row. Its text is the content of the first column. */
  renderLink: (item: T, content: ReactNode, className: string) => ReactNode;
  /** Whether the rows belong to an earlier search. */
  isStale?: boolean;
  /** Called when the last row comes into view. */
  onEnd?: (() => void) | undefined;
  rowHeight?: number;
}

const ROW_HEIGHT = 54;
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

/** A table whose rows are links. Only the visible rows are in the document, so that 50,000 scroll at 60 frames a second. */
export function List<T>({ label, columns, items, keyOf, renderLink, isStale = false, onEnd, rowHeight = ROW_HEIGHT }: ListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items?.length ?? 0,
    getScrollElement: () => box.current?.closest<HTMLElement>('#page') ?? null,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: box.current?.offsetTop ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  const count = items?.length ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - 1) onEnd?.();
  }, [last, count, onEnd]);
  const template = { '--columns': columns.map(({ width }) => width).join(' '), '--row': `${rowHeight}px` } as React.CSSProperties;
  return (
    <div
      className={classes['list']}
      role="table"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-busy={!items || isStale}
      style={template}
    >
      <div role="rowgroup">
        <div role="row" className={classes['head']}>
          {columns.map(({ header, numeric, wideOnly }) => (
            <span key={header} role="columnheader" data-numeric={numeric || undefined} data-wide={wideOnly || undefined}>
              {i18n.t(header)}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={box}
        role="rowgroup"
        className={classes['body']}
        data-stale={isStale || undefined}
        style={{ height: items ? virtualizer.getTotalSize() : undefined }}
      >
        {!items && SKELETON_ROWS.map((row) => <SkeletonRow key={row} columns={columns.length} />)}
        {items &&
          rows.map(({ index, start }) => {
            const item = items[index] as T;
            const style = { translate: `0 ${start - virtualizer.options.scrollMargin}px` };
            return (
              <div key={keyOf(item)} role="row" aria-rowindex={index + 2} className={classes['row']} style={style}>
                {columns.map(({ header, cell, numeric, wideOnly }, column) => (
                  <span
                    key={header}
                    role="cell"
                    className={classes['cell']}
                    data-numeric={numeric || undefined}
                    data-wide={wideOnly || undefined}
                  >
                    {column === 0 ? renderLink(item, cell(item), classes['link'] ?? '') : cell(item)}
                  </span>
                ))}
              </div>
            );
          })}
      </div>
    </div>
  );
}

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <div className={classes['skeleton']} aria-hidden>
      {Array.from({ length: columns }, (_column, index) => (
        <Skeleton key={index} height={12} width={index === 0 ? '60%' : '40%'} />
      ))}
    </div>
  );
}
