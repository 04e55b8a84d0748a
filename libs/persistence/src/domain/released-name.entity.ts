import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sandbox name whose domain was deleted. Tokens, bookmarks and passkeys of its former users remain, so no other subscription can ever
 * register it. The name itself is not stored, because only its receipt may name a deleted domain.
 */
@Entity()
export class ReleasedName {
  /** SHA-256 of the name. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'released_name_pk' })
  nameHash!: Buffer;

  /** The subscription that may register it again. It has no foreign key, because the name stays released when the subscription is gone. */
  @Column('uuid')
  subscriptionId!: string;
}
