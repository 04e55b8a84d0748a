import { Injectable } from '@nestjs/common';
import { JobStateRepository, type Domain, type JobStatus, type JobState } from '@latchkey/persistence';
import { QUEUES } from '../queue/queues.js';

/** A job of a domain that has not ended. */
export interface DomainJob {
  name: string;
  state: JobStatus;
  attempts: number;
  lastError: string | null;
  /** Null if it starts as soon as a worker is free. */
  nextAttemptAt: Date | null;
}

/** The state of a domain's jobs. */
@Injectable()
export class DomainJobsService {
  constructor(private readonly states: JobStateRepository) {}

  /** The jobs of a domain that are due or running. */
  async list({ id, status }: Pick<Domain, 'id' | 'status'>): Promise<DomainJob[]> {
    const standing = (await this.states.list(id)).map((state) => toDomainJob(state, Date.now()));
    const isOwed = status === 'deleting' && !standing.some(({ name }) => name === QUEUES.domainDeletion);
    return isOwed ? [...standing, createPendingJob(QUEUES.domainDeletion)] : standing;
  }
}

/** @param now milliseconds since the epoch. A running job that is overdue has lost its worker, and waits for another. */
function toDomainJob({ queue, state, attempts, lastError, nextAttemptAt }: JobState, now: number): DomainJob {
  if (state !== 'running') return { name: queue, state, attempts, lastError, nextAttemptAt };
  return { name: queue, state: nextAttemptAt.getTime() > now ? state : 'waiting', attempts, lastError, nextAttemptAt: null };
}

function createPendingJob(name: string): DomainJob {
  return { name, state: 'waiting', attempts: 0, lastError: null, nextAttemptAt: null };
}
