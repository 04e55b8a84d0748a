import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** `waiting` for its next attempt, or `failed`: as often as the queue tries. One that has failed is tried again too, but more and more rarely. */
export type JobStatus = 'running' | 'waiting' | 'failed';

/** How far a domain's job has come that is due or has begun, and has not ended: the queue may lose what it likes. */
@Entity()
@Check('job_state_state', `state IN ('running', 'waiting', 'failed')`)
export class JobState {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'job_state_pk' })
  @ForeignKey(() => Domain, { name: 'job_state_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** Which of the domain's jobs: the name of its queue, or what a sweeper does by itself (see RemovedIdentityProviderUsersRepository). */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_state_pk' })
  queue!: string;

  @Column('text')
  state!: JobStatus;

  /** How often it has been begun; 0: a sweeper has found it due. */
  @Column('integer')
  attempts!: number;

  /** A sentence for the operator of the domain: why the last attempt failed. */
  @Column('text', { nullable: true })
  lastError!: string | null;

  /** When it is enqueued. A running job postpones it again and again, so the job of a killed worker comes due. */
  @Column('timestamptz')
  nextAttemptAt!: Date;
}
