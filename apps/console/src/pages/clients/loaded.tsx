import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import type { Answer } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';

interface LoadedProps<T> {
  query: { data: Answer<T> | undefined; error: Error | null; refetch: () => unknown };
  /** What is loaded, as a sentence begins with it. */
  what: string;
  /** The height of the skeleton. */
  height?: number;
  children: (read: Answer<T>) => ReactNode;
}

/** Shows what was read, a skeleton before, or why it did not load. */
export function Loaded<T>({ query, what, height = 160, children }: LoadedProps<T>) {
  if (query.data) return children(query.data);
  if (query.error) return <LoadFailed what={what} error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} radius="lg" aria-hidden />;
}
