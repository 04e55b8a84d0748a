import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';
import { Role } from './role.entity.js';

@Entity()
@Index('client_role_of', ['domainId', 'role'])
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'client_role_client', onDelete: 'CASCADE' })
@ForeignKey(() => Role, ['domainId', 'role'], ['domainId', 'role'], { name: 'client_role_role', onDelete: 'CASCADE' })
export class ClientRole {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_role_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_role_pk' })
  clientId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_role_pk' })
  role!: string;
}
