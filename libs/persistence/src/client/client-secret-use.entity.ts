import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ClientSecret } from './client-secret.entity.js';

/** When a secret was last used. It has a separate row, because the auth server writes it. */
@Entity()
@ForeignKey(() => ClientSecret, ['domainId', 'clientId', 'secretId'], ['domainId', 'clientId', 'id'], {
  name: 'client_secret_use_secret',
  onDelete: 'CASCADE',
})
export class ClientSecretUse {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_secret_use_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_secret_use_pk' })
  clientId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_secret_use_pk' })
  secretId!: string;

  /** Accurate to some seconds. */
  @Column('timestamptz')
  lastUsedAt!: Date;
}
