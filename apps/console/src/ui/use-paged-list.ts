import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../api/api.js';

const PAGE_SIZE = 100;

/**
 * Reads a list page by page as one scrolls.
 *
 * @param key what the list depends on
 * @param read reads one page
 */
export function usePagedList<T>(key: readonly unknown[], read: (page: { limit: number; offset: number }) => Promise<Answer<T[]>>) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ limit: PAGE_SIZE, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ data }, pages) => (data.length === PAGE_SIZE ? pages.length * PAGE_SIZE : undefined),
    placeholderData: keepPreviousData,
  });
  return {
    items: query.data?.pages.flatMap(({ data }) => data),
    total: query.data?.pages.at(-1)?.total ?? null,
    error: query.error,
    isStale: query.isPlaceholderData,
    retry: () => void query.refetch(),
    readNext: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
