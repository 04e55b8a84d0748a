import { useEffect, useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { i18n } from '@lingui/core';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lookOf } from '../../events/event-types.js';
import { formatClock, formatDay, toRows } from './log-rows.js';
import type { LogSearch } from './log-search.js';
import { Sentence } from '../../events/sentence.js';
import type { LogEntry } from '../../events/log-entry.js';
import classes from './log.module.css';

interface LogListProps {
  entries: readonly LogEntry[] | undefined;
  users: ReadonlyMap<string, string>;
  opened: number | undefined;
  search: LogSearch;
  /** The number of new entries that are held back. */
  waiting: number;
  isStale: boolean;
  isComplete: boolean;
  onEnd: () => void;
  onScroll: (isAtTop: boolean) => void;
  onRelease: () => void;
}

const ROW_HEIGHT = 38;
const NARROW_ROW_HEIGHT = 66;
const DAY_HEIGHT = 41;
const TOP_PIXELS = 8;
const SKELETON_ROWS = Array.from({ length: 14 }, (_row, index) => index);

/** The entries under their days. Only the visible rows are in the document. */
export function LogList({ entries, users, opened, search, waiting, isStale, isComplete, onEnd, onScroll, onRelease }: LogListProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false });
  const rows = useMemo(() => toRows(entries ?? []), [entries]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (typeof rows[index] === 'string' ? DAY_HEIGHT : isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => keyOf(rows[index]),
    overscan: 12,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, isNarrow]);
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? -1;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) onEnd();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    const index = rows.findIndex((row) => typeof row !== 'string' && row.sequence === opened);
    if (index !== -1) virtualizer.scrollToIndex(index, { align: 'auto' });
    // Only a newly opened entry moves the list.
  }, [opened]);
  const [isScrolled, setScrolled] = useState(false);
  const scroll = ({ currentTarget: { scrollTop } }: React.UIEvent) => {
    setScrolled(scrollTop >= TOP_PIXELS);
    onScroll(scrollTop < TOP_PIXELS);
  };
  const release = () => {
    onRelease();
    virtualizer.scrollToOffset(0);
  };
  return (
    <div className={classes['scroller']} ref={box} onScroll={scroll} data-scrolled={isScrolled || undefined} tabIndex={-1}>
      <div className={classes['waiting']} role="status">
        {waiting > 0 && (
          <Button size="compact-sm" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={release}>
            {i18n.t('{waiting, number} new', { waiting })}
          </Button>
        )}
      </div>
      {!entries && <SkeletonRows />}
      <div
        role="list"
        aria-label={i18n.t('Log')}
        aria-busy={!entries || isStale}
        className={classes['rows']}
        data-stale={isStale || undefined}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {visible.map(({ index, start, key, size }) => (
          <div key={key} role="listitem" className={classes['item']} style={{ translate: `0 ${start}px`, height: size }}>
            <Row row={rows[index]!} users={users} opened={opened} search={search} />
          </div>
        ))}
      </div>
      {isComplete && rows.length > 0 && <p className={classes['end']}>{i18n.t('There are no older entries.')}</p>}
    </div>
  );
}

const keyOf = (row: string | LogEntry | undefined) => (typeof row === 'string' ? row : (row?.sequence ?? 0));

interface RowProps extends Pick<LogListProps, 'users' | 'opened' | 'search'> {
  row: string | LogEntry;
}

function Row({ row, users, opened, search }: RowProps) {
  if (typeof row === 'string') return <h2 className={classes['day']}>{formatDay(row)}</h2>;
  const { icon: Icon, tone } = lookOf(row.type);
  return (
    <Link
      from="/d/$domain/log"
      search={{ ...search, entry: row.sequence }}
      replace={opened !== undefined}
      resetScroll={false}
      preload={false}
      className={classes['row']}
      data-entry={row.sequence}
      data-tone={tone}
      data-current={row.sequence === opened || undefined}
      aria-current={row.sequence === opened ? 'true' : undefined}
    >
      <time dateTime={row.time}>{formatClock(row.time)}</time>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span className={classes['sentence']}>
        <Sentence entry={row} users={users} />
      </span>
      <code>{row.type}</code>
    </Link>
  );
}

function SkeletonRows() {
  return (
    <div aria-hidden>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={classes['row']}>
          <Skeleton height={12} width={60} />
          <Skeleton height={16} width={16} />
          <Skeleton height={12} width={`${48 + ((row * 17) % 36)}%`} />
          <Skeleton height={12} width={110} />
        </div>
      ))}
    </div>
  );
}
