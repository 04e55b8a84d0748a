import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../client/client.entity.js';
import { Resource } from './resource.entity.js';

/** What a client may ask for at a resource, beside what its roles permit. */
@Entity()
@Index('client_resource_of', ['domainId', 'resourceId'])
@ForeignKey(() => Client, ['domainId', 'clientId'], ['domainId', 'clientId'], { name: 'client_resource_client', onDelete: 'CASCADE' })
@ForeignKey(() => Resource, ['domainId', 'resourceId'], ['domainId', 'resourceId'], {
  name: 'client_resource_resource',
  onDelete: 'CASCADE',
})
export class ClientResource {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_resource_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_resource_pk' })
  clientId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_resource_pk' })
  resourceId!: string;

  @Column('text', { array: true })
  scopes!: string[];
}
