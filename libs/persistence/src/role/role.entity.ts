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

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;
}
