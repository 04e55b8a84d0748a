import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';

/** How often a stream and its deliveries are read while the page is open. */
export const REFRESH_MS = 5_000;

/** All that is known about the streams of a domain. */
export const streamsKey = (domain: string) => ['signal-streams', domain];

export const useStreams = (domain: string) =>
  useQuery({
    queryKey: streamsKey(domain),
    queryFn: () => answer(api.GET('/v1/domain/{domain}/signal-stream', { params: { path: { domain } } })),
    refetchInterval: REFRESH_MS,
  });

export const useStream = (domain: string, streamId: string) =>
  useQuery({
    queryKey: [...streamsKey(domain), streamId],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/signal-stream/{streamId}', { params: { path: { domain, streamId } } })),
    refetchInterval: REFRESH_MS,
  });
