import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from './client.entity.js';

/** What is known of a client that registered itself (RFC 7591), beside its configuration in `client`. */
@Entity()
@Index('registered_client_unused', ['domainId', 'createdAt'], { where: 'NOT used' })
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'registered_client_client', onDelete: 'CASCADE' })
export class RegisteredClient {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'registered_client_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'registered_client_pk' })
  clientId!: string;

  /** SHA-256 of the registration access token: RFC 7592 section 1.3. */
  @Column('bytea')
  tokenHash!: Buffer;

  /** Whether it is known to have got a token, so that it does not expire. */
  @Column('boolean', { default: false })
  used!: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
