import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ClientAuthenticationMethod } from './client-authentication-method.entity.js';

/** When a method was last used. It has a separate row, because the auth server writes it. */
@Entity()
@ForeignKey(() => ClientAuthenticationMethod, ['domainId', 'clientId', 'methodId'], ['domainId', 'clientId', 'id'], {
  name: 'client_authentication_method_use_method',
  onDelete: 'CASCADE',
})
export class ClientAuthenticationMethodUse {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_authentication_method_use_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_authentication_method_use_pk' })
  clientId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_authentication_method_use_pk' })
  methodId!: string;

  /** Accurate to some seconds. */
  @Column('timestamptz')
  lastUsedAt!: Date;
}
