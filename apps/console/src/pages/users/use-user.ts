import { useParams } from '@tanstack/react-router';
import type { UserKey } from './users-query.js';

/** The user that the address names. */
export function useUserKey(): UserKey {
  const { domain = '', sub = '' } = useParams({ strict: false });
  return { domain, sub };
}
