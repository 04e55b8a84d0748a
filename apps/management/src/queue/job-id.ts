import { fingerprint } from '@latchkey/crypto';

/** The id of a domain's only job in a queue. Queues keep the ids of finished jobs for a while: this one does not reveal the domain. */
export function getJobId(queue: string, domainId: string): string {
  return fingerprint('job', queue, domainId).toString('base64url');
}
