import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The end of the chain of a domain's log. Its lock lets one process at a time extend the chain. */
@Entity('log_chain')
@Index('log_chain_due', ['checkpointDueAt'], { where: 'checkpoint_due_at IS NOT NULL' })
export class AuditLogChain {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_chain_pk' })
  @ForeignKey(() => Domain, { name: 'log_chain_domain' })
  domainId!: string;

  /** The sequence number of the last chained entry. */
  @Column('bigint', { default: 0 })
  sequence!: string;

  /** The hash of the last chained entry; null before the first one. */
  @Column('bytea', { nullable: true })
  hash!: Buffer | null;

  /** The sequence number of the last checkpoint. */
  @Column('bigint', { default: 0 })
  checkpointSequence!: string;

  /** SHA-256 of the last checkpoint; null without one. */
  @Column('bytea', { nullable: true })
  checkpointHash!: Buffer | null;

  /** A MAC of domain, sequence numbers and hashes with the AuditLogHeadKey; null in a row that a release without MACs has written. */
  @Column('bytea', { nullable: true })
  mac!: Buffer | null;

  /** When the next checkpoint is due; null if it would be the same. */
  @Column('timestamptz', { nullable: true })
  checkpointDueAt!: Date | null;
}
