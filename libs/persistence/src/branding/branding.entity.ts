import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The branding of a domain's pages. Without a row, or with nulls, the defaults apply. */
@Entity('branding')
export class Branding {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'branding_pk' })
  @ForeignKey(() => Domain, { name: 'branding_domain' })
  domainId!: string;

  /** The name on the pages. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** An https URL. */
  @Column('text', { nullable: true })
  logoUrl!: string | null;

  /** `#rrggbb`, in lower case. */
  @Column('text', { nullable: true })
  accentColor!: string | null;

  /** Where users get help: an https URL, or `mailto:`. */
  @Column('text', { nullable: true })
  supportUri!: string | null;
}
