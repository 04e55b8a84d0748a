import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** Who the mails of a domain come from. Without a row, the sender of the installation. */
@Entity()
@Check('mail_sender_key', `(address IS NULL) = (private_key IS NULL)`)
export class MailSender {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mail_sender_pk' })
  @ForeignKey(() => Domain, { name: 'mail_sender_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** The display name; null: that of the branding. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** The operator's own address; null: that of the installation. It has a DKIM key. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** The label of the DKIM record: RFC 6376 section 3.1. */
  @Column('text', { nullable: true })
  selector!: string | null;

  /** The DKIM key as SubjectPublicKeyInfo, in base64. */
  @Column('text', { nullable: true })
  publicKey!: string | null;

  /** The DKIM key as PKCS #8 in PEM, encrypted. */
  @Column('bytea', { nullable: true })
  privateKey!: Buffer | null;

  /** Whether the records were right at the last check with a result. Only then mails come from the address. */
  @Column('boolean', { default: false })
  verified!: boolean;

  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;
}
