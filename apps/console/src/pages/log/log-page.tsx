import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { i18n } from '@lingui/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.js';
import { ChainState } from './chain-state.js';
import { EntryPane } from './entry-pane.js';
import { FilterBar } from './filter-bar.js';
import { LiveToggle } from './live-toggle.js';
import { LogEmpty, LogFailed } from './log-empty.js';
import { LogList } from './log-list.js';
import { FILTER_NAMES, toLogQuery, type LogChange, type LogQuery, type LogSearch } from './log-search.js';
import { useChain } from './use-chain.js';
import { useLog, useLogEntry } from './use-log.js';
import { useUserNames } from '../../events/use-user-names.js';
import { useLogKeys } from './use-log-keys.js';
import classes from './log.module.css';

/** Who did what in the domain, newest first. An entry opens beside the list. */
export function LogPage() {
  const { domain } = useParams({ from: '/d/$domain/log' });
  const search = useSearch({ from: '/d/$domain/log' });
  const isLive = search.live === 'on';
  const isCovered = useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false });
  const filter = useFilter(search);
  const hasFilter = FILTER_NAMES.some((name) => search[name] !== undefined);
  const { entries, error, isStale, isComplete, readNext, retry } = useLog(domain, filter, isLive);
  const users = useUserNames(domain);
  const chain = useChain(entries);
  const { shown, waiting, onScroll, release } = useHeldEntries(entries, isLive);
  const { entry, ...opened } = useLogEntry(domain, search.entry, entries);
  const change = useChange();
  const toggleLive = () => change({ live: isLive ? undefined : 'on' });
  const close = () => {
    change({ entry: undefined });
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-entry="${search.entry}"]`)?.focus());
  };
  const step = (by: number) => {
    const index = entries?.findIndex(({ sequence }) => sequence === search.entry) ?? -1;
    const next = entries?.[index === -1 ? 0 : index + by];
    if (next) change({ entry: next.sequence });
  };
  useLogKeys({ toggleLive, step, close, isOpen: search.entry !== undefined });
  return (
    <div className={classes['layout']} data-opened={search.entry !== undefined || undefined}>
      <section className={classes['main']} aria-label={i18n.t('Entries of the log')} inert={isCovered && search.entry !== undefined}>
        <PageHeader
          title={i18n.t('Log')}
          facts={!error && <ChainState result={chain} onOpen={(sequence) => change({ entry: sequence })} />}
          actions={<LiveToggle isLive={isLive} onToggle={toggleLive} />}
        />
        <FilterBar domain={domain} search={search} users={users} onChange={change} />
        {error && !entries ? (
          <LogFailed error={error} onRetry={retry} onChange={change} />
        ) : entries?.length === 0 ? (
          <LogEmpty search={search} hasFilter={hasFilter} onChange={change} />
        ) : (
          <LogList
            entries={shown}
            users={users}
            opened={search.entry}
            search={search}
            waiting={waiting}
            isStale={isStale}
            isComplete={isComplete}
            onEnd={readNext}
            onScroll={onScroll}
            onRelease={release}
          />
        )}
      </section>
      {search.entry !== undefined && (
        <EntryPane domain={domain} entry={entry} opened={opened} users={users} search={search} onStep={step} onClose={close} />
      )}
    </div>
  );
}

/** The filters of the URL. The same filters are the same object, although another entry is opened. */
function useFilter(search: LogSearch): LogQuery {
  const key = JSON.stringify(toLogQuery(search));
  return useMemo(() => JSON.parse(key) as LogQuery, [key]);
}

/** Changes a part of the URL. */
function useChange() {
  const navigate = useNavigate({ from: '/d/$domain/log' });
  return useCallback(
    (next: LogChange) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined)) as LogSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** Holds new entries back while one reads further down, so that the list does not move under the eyes. */
function useHeldEntries<T extends { sequence: number }>(entries: readonly T[] | undefined, isLive: boolean) {
  const [held, setHeld] = useState<number | null>(null);
  const newest = useRef(0);
  newest.current = entries?.[0]?.sequence ?? 0;
  const onScroll = useCallback((isAtTop: boolean) => setHeld((before) => (isAtTop ? null : (before ?? newest.current))), []);
  useEffect(() => {
    if (!isLive) setHeld(null);
  }, [isLive]);
  const shown = useMemo(
    () => (held === null || !isLive ? entries : entries?.filter(({ sequence }) => sequence <= held)),
    [entries, held, isLive],
  );
  return { shown, waiting: (entries?.length ?? 0) - (shown?.length ?? 0), onScroll, release: useCallback(() => setHeld(null), []) };
}
