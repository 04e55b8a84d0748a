import { CLIENT_PROFILES, SENDER_CONSTRAINTS, type ClientProfile, type SenderConstraint } from '@latchkey/oauth';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';

/** The authentication document of a client. A client without one has the default of its type. */
@Entity('client_authentication')
@Check('client_authentication_sender_constraint', checkOneOf('sender_constraint', SENDER_CONSTRAINTS))
@Check('client_authentication_profile', checkOneOf('profile', CLIENT_PROFILES))
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], {
  name: 'client_authentication_client',
  onDelete: 'CASCADE',
})
export class ClientAuthenticationDocument {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_authentication_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_authentication_pk' })
  clientId!: string;

  /** What all access tokens of the client must be bound to; null if they are bound only when the request proves a key. */
  @Column('text', { nullable: true })
  senderConstraint!: SenderConstraint | null;

  @Column('text', { nullable: true })
  profile!: ClientProfile | null;
}

/** A check constraint that allows one of the values, or null. */
export function checkOneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}
