import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { ClientRegistrationSettings, DynamicRegistrationSettings, MetadataDocumentSettings } from '../client-registration-settings.js';
import { Domain } from '../domain/domain.entity.js';

/** How clients come to a domain without an operator. Without a row, DEFAULT_CLIENT_REGISTRATION applies. */
@Entity()
export class ClientRegistration implements ClientRegistrationSettings {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_registration_pk' })
  @ForeignKey(() => Domain, { name: 'client_registration_domain', onDelete: 'CASCADE' })
  domainId!: string;

  @Column('jsonb')
  metadataDocuments!: MetadataDocumentSettings;

  @Column('jsonb')
  dynamicRegistration!: DynamicRegistrationSettings;
}
