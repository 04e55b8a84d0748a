import { fingerprint } from '@latchkey/crypto';

/**
 * The id of the one job that a queue has of a domain. Queues remember the ids of jobs for a while after they have ended: this one names no
 * domain, and nobody can tell which it was.
 */
export function getJobId(queue: string, domainId: string): string {
  return fingerprint('job', queue, domainId).toString('base64url');
}
