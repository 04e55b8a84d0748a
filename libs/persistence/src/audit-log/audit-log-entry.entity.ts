import type { EventType } from '@latchkey/events';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The actor: the holder of an API key, an operator of the service using the CLI, a user, or the service itself. */
export type ActorType = 'api_key' | 'operator' | 'user' | 'service';

/**
 * An audit event of a domain, as the catalogue in `libs/events` defines it. The table is partitioned by the month of `removed_from`, so
 * each partition has its own unique indexes: PostgreSQL requires the partition key in those of the whole table.
 */
@Entity('log_entry')
@Index('log_entry_unchained', ['domainId', 'id'], { where: 'sequence IS NULL' })
@Index('log_entry_sequence', ['domainId', 'sequence'], { unique: true, where: 'sequence IS NOT NULL' })
@Index('log_entry_type', ['domainId', 'type', 'sequence'], { where: 'sequence IS NOT NULL' })
@Index('log_entry_api_key', ['domainId', 'actorId', 'sequence'], { where: `actor_type = 'api_key' AND sequence IS NOT NULL` })
@Index('log_entry_user', ['domainId', 'sub', 'sequence'], { where: 'sub IS NOT NULL AND sequence IS NOT NULL' })
@Index('log_entry_client', ['domainId', 'clientId', 'sequence'], { where: 'client_id IS NOT NULL AND sequence IS NOT NULL' })
@Index('log_entry_request', ['domainId', 'requestId', 'sequence'], { where: 'request_id IS NOT NULL AND sequence IS NOT NULL' })
@Check('log_entry_chained', 'num_nulls(sequence, hash, previous_hash) IN (0, 3)')
@Check('log_entry_actor_type', `actor_type IN ('api_key', 'operator', 'user', 'service')`)
export class AuditLogEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_entry_pk' })
  @ForeignKey(() => Domain, { name: 'log_entry_domain' })
  domainId!: string;

  /** The order in which entries are written, and in which they are chained if they are committed in that order. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'log_entry_pk' })
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @Column('text')
  type!: EventType;

  @Column('text')
  actorType!: ActorType;

  /** The id of the API key, or the `sub` of the user. */
  @Column('text', { nullable: true })
  actorId!: string | null;

  @Column('text', { nullable: true })
  actorName!: string | null;

  /** The `X-Request-Id` of the request. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  /** The user that the entry is about. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  /** The `sub` of the user if `sub` only stands for it, otherwise null: see userIdOf. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subText!: string | null;

  /** The client that the entry is about. */
  @Column('text', { nullable: true })
  clientId!: string | null;

  /** Written, like the next two columns, by the release before types had names. A later release removes it. */
  @Column('text', { default: 'of-a-later-release', select: false })
  operation!: string;

  @Column('text', { array: true, default: [], select: false })
  changed!: string[];

  @Column('text', { nullable: true, select: false })
  identityProvider!: string | null;

  /** The fields of its type; for personal fields, a commitment to them. */
  @Column('jsonb', { default: {} })
  data!: Record<string, unknown>;

  /** The personal fields of its type, encrypted with the key of its user. */
  @Column('bytea', { nullable: true })
  encryptedData!: Buffer | null;

  /** The trace of the request, in hexadecimal: W3C Trace Context. */
  @Column('text', { nullable: true })
  traceId!: string | null;

  /** The `traceparent` header that a delivery of the entry continues. The chain does not cover it. */
  @Column('text', { nullable: true, select: false })
  traceparent!: string | null;

  /** The position in the domain's chain, consecutive from 1; null until the entry is chained. */
  @Column('bigint', { nullable: true })
  sequence!: string | null;

  /** SHA-256 of the entry, with the hash of its predecessor. */
  @Column('bytea', { nullable: true })
  hash!: Buffer | null;

  @Column('bytea', { nullable: true })
  previousHash!: Buffer | null;

  /** The UTC date from which the entry may be removed, together with the partition of its month. */
  @Column('date', { default: () => '(CURRENT_DATE + 400)', select: false })
  removedFrom!: string;
}
