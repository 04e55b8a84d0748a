import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { selectPeriods, type Period } from './usage-data.js';

function useDays(domain: string, period: Period) {
  return useQuery({
    queryKey: ['usage', domain, period],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/usage', { params: { path: { domain }, query: period } })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The usage of the last days, and of as many days before. */
export function useUsage(domain: string, days: number) {
  const today = new Date().toISOString().slice(0, 10);
  const periods = useMemo(() => selectPeriods(days, Date.parse(today)), [days, today]);
  const before = useDays(domain, periods.previous);
  const now = useDays(domain, periods.current);
  return {
    ...periods,
    now: now.data?.data,
    before: before.data?.data,
    error: now.error ?? before.error,
    isStale: now.isPlaceholderData,
    retry: () => void Promise.all([now.refetch(), before.refetch()]),
  };
}
