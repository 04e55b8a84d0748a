import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../api/api.js';
import { useCan } from '../api/caller.js';

const MAX_NAMES = 100;

/** The names of users, as far as one page of the list has them: an entry names its user by the `sub` alone. */
export function useUserNames(domain: string): ReadonlyMap<string, string> {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['user-names', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user', { params: { path: { domain }, query: { limit: MAX_NAMES } } })),
    enabled: can('user:read'),
    staleTime: 60_000,
  });
  return useMemo(() => {
    const users = (data?.data ?? []) as components['schemas']['UserSummaryResponse'][];
    return new Map(users.map(({ sub, preferredUsername }) => [sub, preferredUsername]));
  }, [data]);
}
