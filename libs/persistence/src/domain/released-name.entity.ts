import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sandbox name whose domain was deleted. Tokens, bookmarks and passkeys of its former users remain, so no other subscription can register
 * it, ever. The name itself is not stored: nothing names a deleted domain but its receipt.
 */
@Entity()
export class ReleasedName {
  /** SHA-256 of the name. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'released_name_pk' })
  nameHash!: Buffer;

  /** The subscription that may register it again. No foreign key: the name stays released when the subscription is gone. */
  @Column('uuid')
  subscriptionId!: string;
}
