import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.js';

/** Requests without an answer are sent again after 2, 4 and 8 seconds. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 3 && error instanceof ApiProblem && error.isTemporary,
      retryDelay: (count) => 2_000 * 2 ** count,
    },
  },
});
