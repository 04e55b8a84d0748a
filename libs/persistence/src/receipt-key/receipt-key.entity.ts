import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An ES256 key pair of the installation that signs checkpoints of logs. The newest one signs; all stay published. */
@Entity()
export class ReceiptKey {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'receipt_key_pk' })
  kid!: string;

  /** RFC 7517. */
  @Column('jsonb')
  publicJwk!: Record<string, unknown>;

  /** PKCS #8, encrypted with the master key and bound to the key id. */
  @Column('bytea')
  privateKey!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
