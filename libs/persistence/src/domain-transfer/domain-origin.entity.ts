import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** Where an imported domain comes from, and what else verifies what was issued there. */
@Entity()
export class DomainOrigin {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'domain_origin_pk' })
  @ForeignKey(() => Domain, { name: 'domain_origin_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** The keys of the installations before, as JSON, encrypted with the master key: see DomainOriginService. */
  @Column('bytea')
  keys!: Buffer;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  importedAt!: Date;
}
