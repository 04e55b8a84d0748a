import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The actor: the holder of an API key, an operator of the service by its CLI, a user, or the service itself. */
export type ActorType = 'api_key' | 'operator' | 'user' | 'service';

/** An audit event of a domain. It names what changed, without values and secrets. */
@Entity()
@Index('log_entry_sub', ['domainId', 'sub', 'id'], { where: 'sub IS NOT NULL' })
@Index('log_entry_operation', ['domainId', 'operation', 'id'])
@Check('log_entry_actor_type', `actor_type IN ('api_key', 'operator', 'user', 'service')`)
export class LogEntry {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_entry_pk' })
  @ForeignKey(() => Domain, { name: 'log_entry_domain' })
  domainId!: string;

  /** Increases with time, and gives the order of entries with the same time. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS', primaryKeyConstraintName: 'log_entry_pk' })
  id!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  /** Resource and verb, such as `client.provision`. */
  @Column('text')
  operation!: string;

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

  /** The user it is about. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  /** The client it is about. */
  @Column('text', { nullable: true })
  clientId!: string | null;

  /** The identity provider it is about, by its name. */
  @Column('text', { nullable: true })
  identityProvider!: string | null;

  /** The names of what changed. */
  @Column('text', { array: true })
  changed!: string[];
}
