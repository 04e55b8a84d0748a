import {
  AUTHENTICATION_METHODS,
  CERTIFICATE_NAMES,
  type AuthenticationMethodType,
  type CertificateName,
  type PublicJwks,
} from '@latchkey/oauth';
import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { ClientAuthenticationDocument, checkOneOf } from './client-authentication-document.entity.js';

/** One method by which a client may authenticate. */
@Entity()
@Check('client_authentication_method_type', checkOneOf('type', AUTHENTICATION_METHODS))
@Check('client_authentication_method_keys', 'jwks IS NULL OR jwks_uri IS NULL')
@Check('client_authentication_method_workload', `(issuer IS NULL) = (type <> 'FederatedJwt') AND (subject IS NULL) = (issuer IS NULL)`)
@Check(
  'client_authentication_method_certificate',
  `(certificate_name IS NULL) = (type <> 'TlsClientAuth') AND (certificate_value IS NULL) = (certificate_name IS NULL)`,
)
@Check('client_authentication_method_certificate_name', checkOneOf('certificate_name', CERTIFICATE_NAMES))
/** Determines which client of the domain a workload is. */
@Index('client_authentication_method_subject', ['domainId', 'issuer', 'subject'], { unique: true, where: 'issuer IS NOT NULL' })
@ForeignKey(() => ClientAuthenticationDocument, ['domainId', 'clientId'], ['domainId', 'clientId'], {
  name: 'client_authentication_method_document',
  onDelete: 'CASCADE',
})
export class ClientAuthenticationMethod {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_authentication_method_pk' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'client_authentication_method_pk' })
  clientId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'client_authentication_method_pk' })
  @Generated('uuid')
  id!: string;

  /** The position in the document, from 0. */
  @Column('integer')
  position!: number;

  @Column('text')
  type!: AuthenticationMethodType;

  /** Public keys, RFC 7517 section 5. */
  @Column('jsonb', { nullable: true })
  jwks!: PublicJwks | null;

  /** The URL of the public keys. */
  @Column('text', { nullable: true })
  jwksUri!: string | null;

  /** `iss` of the assertions of a workload. */
  @Column('text', { nullable: true })
  issuer!: string | null;

  /** `sub` of the assertions of a workload. */
  @Column('text', { nullable: true })
  subject!: string | null;

  /** The property of the certificate that identifies the client: RFC 8705 section 2.1.2. */
  @Column('text', { nullable: true })
  certificateName!: CertificateName | null;

  @Column('text', { nullable: true })
  certificateValue!: string | null;
}
