import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key pair of the installation, by ES256, that signs checkpoints of logs. The newest one signs; all stay published. */
@Entity()
export class ReceiptKey {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'receipt_key_pk' })
  kid!: string;

  /** RFC 7517. */
  @Column('jsonb')
  publicJwk!: Record<string, unknown>;

  /** PKCS #8, encrypted by the master key with the key id bound in. */
  @Column('bytea')
  privateKey!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
