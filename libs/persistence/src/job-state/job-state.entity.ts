import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** `waiting` for its next attempt, or `failed` after all attempts of the queue. A failed job is also retried, but less and less often. */
export type JobStatus = 'running' | 'waiting' | 'failed';

/** The state of a domain's job that is due or has started, and has not ended. The queue can lose the job without harm. */
@Entity()
@Check('job_state_state', `state IN ('running', 'waiting', 'failed')`)
export class JobState {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'job_state_pk' })
  @ForeignKey(() => Domain, { name: 'job_state_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /**
   * Identifies the domain's job: the name of its queue, or work that a sweeper does itself (see RemovedIdentityProviderUsersRepository).
   */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_state_pk' })
  queue!: string;

  @Column('text')
  state!: JobStatus;

  /** How often it has been started; 0 if a sweeper has found it due. */
  @Column('integer')
  attempts!: number;

  /** A sentence for the operator of the domain that says why the last attempt failed. */
  @Column('text', { nullable: true })
  lastError!: string | null;

  /** When it is enqueued. A running job keeps postponing it, so the job of a killed worker becomes due. */
  @Column('timestamptz')
  nextAttemptAt!: Date;
}
