import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A role that users and clients of a domain can have. */
@Entity()
export class Role {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'role_pk' })
  @ForeignKey(() => Domain, { name: 'role_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'role_pk' })
  role!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** The name of the SCIM group that the role is (RFC 7643 section 4.2); null: its own. */
  @Column('text', { nullable: true })
  displayName!: string | null;

  /** The id of the group where it comes from (RFC 7643 section 3.1). */
  @Column('text', { nullable: true })
  externalId!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
