import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A URL to which events of a domain are sent, by the Standard Webhooks specification. */
@Entity()
@Index('webhook_due', ['nextAttemptAt'], { where: 'next_attempt_at IS NOT NULL' })
export class Webhook {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_pk' })
  @ForeignKey(() => Domain, { name: 'webhook_domain' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_pk' })
  id!: string;

  @Column('text')
  url!: string;

  /** Names of event types, families such as `user.*`, and `*` for all. */
  @Column('text', { array: true })
  eventTypes!: string[];

  @Column('boolean')
  enabled!: boolean;

  @Column('text', { nullable: true })
  description!: string | null;

  /** The HMAC key, encrypted with the master key. */
  @Column('bytea')
  secret!: Buffer;

  /** The previous HMAC key, which signs until it expires. */
  @Column('bytea', { nullable: true })
  previousSecret!: Buffer | null;

  @Column('timestamptz', { nullable: true })
  previousSecretExpiresAt!: Date | null;

  /** An Ed25519 key (PKCS #8, DER), encrypted with the master key. */
  @Column('bytea')
  privateKey!: Buffer;

  /** The public key: the 32 octets of RFC 8032. */
  @Column('bytea')
  publicKey!: Buffer;

  /** Why the service disabled it; null otherwise. */
  @Column('text', { nullable: true })
  disabledReason!: string | null;

  /** The number of failed attempts since the last success. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** When the first of these attempts failed. */
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;

  /** When its oldest pending delivery is due; null if none is pending. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt!: Date | null;

  /** Counts the leases, so that a worker notices that another one has replaced it. */
  @Column('integer', { default: 0 })
  leases!: number;

  /** The latest end of the current worker's lease. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}

/** A condition on a row of `webhook`: a delivery is pending. */
export const HAS_PENDING = `EXISTS (SELECT FROM webhook_delivery AS pending
  WHERE pending.domain_id = webhook.domain_id AND pending.webhook_id = webhook.id AND pending.status = 'pending')`;
