import { Problem } from '@latchkey/problem';

/**
 * The same response for an unknown name, a domain that is being deleted and a domain of another subscription.
 *
 * @param deletionId of the subscription's own domain that is being deleted; the response links to it
 */
export function createDomainNotFoundProblem(deletionId: string | null = null): Problem {
  const headers: Record<string, string> = deletionId === null ? {} : { Location: getDeletionPath(deletionId) };
  return new Problem('domain-not-found', 'Your subscription has no domain of this name.', { headers });
}

/** The path of a domain deletion. */
export function getDeletionPath(deletionId: string): string {
  return `/v1/deletion/${deletionId}`;
}
