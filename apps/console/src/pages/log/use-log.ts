import type { LogEntry } from '../../events/log-entry.js';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import type { LogQuery } from './log-search.js';

const PAGE_SIZE = 100;
const POLL_MS = 2_000;
/** A burst of new entries is read in so many pages at most at a time. */
const MAX_PAGES_PER_POLL = 5;
/** After so many new entries the log is read again from its newest page, so that a page left open stays small. */
const MAX_FRESH = 5_000;

interface LogPage {
  entries: LogEntry[];
  cursor: string | null;
}

/** Reads a page of the log, and from its `Link` header where the next one begins. */
async function readPage(domain: string, query: LogQuery): Promise<LogPage> {
  const request = api.GET('/v1/domain/{domain}/log', { params: { path: { domain }, query: { limit: PAGE_SIZE, ...query } } });
  const { data } = await answer(request);
  const link = (await request).response.headers.get('link') ?? '';
  return { entries: data, cursor: /[?&]cursor=(\d+)/.exec(link)?.[1] ?? null };
}

/** Reads the log from its newest entry, page by page as one scrolls. */
export function useLogHistory(domain: string, filter: LogQuery) {
  const query = useInfiniteQuery({
    queryKey: ['log', domain, filter],
    queryFn: ({ pageParam }) => readPage(domain, { ...filter, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries), [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const readNext = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    entries,
    error: query.error,
    isStale: query.isPlaceholderData,
    isComplete: query.isSuccess && !hasNextPage,
    readNext,
    retry: () => void query.refetch(),
  };
}

/** Reads what came after an entry. */
async function readNewer(domain: string, filter: LogQuery, after: number): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES_PER_POLL; page++) {
    const read: LogPage = await readPage(domain, { ...filter, after: String(after), ...(cursor !== null && { cursor }) });
    found.push(...read.entries);
    cursor = read.cursor;
    if (cursor === null) break;
  }
  return found;
}

/** The log, with entries that came since it was opened while `isLive`. */
export function useLog(domain: string, filter: LogQuery, isLive: boolean) {
  const queries = useQueryClient();
  const history = useLogHistory(domain, filter);
  const [fresh, setFresh] = useState<LogEntry[]>([]);
  const key = JSON.stringify([domain, filter]);
  useEffect(() => setFresh([]), [key]);
  const entries = useMemo(() => {
    const newest = history.entries?.[0]?.sequence ?? 0;
    return history.entries && [...fresh.filter(({ sequence }) => sequence > newest), ...history.entries];
  }, [fresh, history.entries]);
  const latest = useRef({ domain, filter, after: 0 });
  latest.current = { domain, filter, after: entries?.[0]?.sequence ?? 0 };
  const isReady = isLive && entries !== undefined && !history.isStale;
  useEffect(() => {
    if (!isReady) return undefined;
    let isCurrent = true;
    let isReading = false;
    const poll = async () => {
      if (document.hidden || isReading) return;
      isReading = true;
      const { after, ...read } = latest.current;
      const newer = await readNewer(read.domain, read.filter, after).catch(() => []);
      isReading = false;
      if (isCurrent && newer.length > 0) setFresh((before) => [...newer, ...before]);
    };
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [isReady, key]);
  useEffect(() => {
    if (fresh.length <= MAX_FRESH) return;
    setFresh([]);
    void queries.resetQueries({ queryKey: ['log', domain, filter] });
  }, [fresh.length, queries, domain, filter]);
  return { ...history, entries };
}

/** Reads one entry, for a URL that names one which is not loaded. */
export function useLogEntry(domain: string, sequence: number | undefined, loaded: readonly LogEntry[] | undefined) {
  const found = loaded?.find((entry) => entry.sequence === sequence);
  const query = useQuery({
    queryKey: ['log-entry', domain, sequence],
    queryFn: () => readPage(domain, { limit: 1, after: String((sequence ?? 1) - 1), cursor: String((sequence ?? 0) + 1) }),
    enabled: sequence !== undefined && loaded !== undefined && !found,
  });
  return { entry: found ?? query.data?.entries[0], isMissing: query.data?.entries.length === 0, error: query.error, retry: query.refetch };
}

/** All entries of one request, oldest first. */
export function useStory(domain: string, requestId: string) {
  return useQuery({
    queryKey: ['log-story', domain, requestId],
    queryFn: async () => (await readPage(domain, { requestId })).entries.toReversed(),
  });
}
