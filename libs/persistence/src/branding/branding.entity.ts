import type { Corners, Font } from '@latchkey/oauth';
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

  /** An https URL: the logo on dark pages. */
  @Column('text', { nullable: true })
  darkLogoUrl!: string | null;

  /** An https URL. */
  @Column('text', { nullable: true })
  faviconUrl!: string | null;

  @Column('text', { nullable: true })
  corners!: Corners | null;

  @Column('text', { nullable: true })
  font!: Font | null;

  /** `#rrggbb`, in lower case: the background of light pages. */
  @Column('text', { nullable: true })
  backgroundColor!: string | null;

  /** An https URL. */
  @Column('text', { nullable: true })
  termsUri!: string | null;

  /** An https URL. */
  @Column('text', { nullable: true })
  privacyUri!: string | null;
}

/** Without the domain. */
export type BrandingSettings = Omit<Branding, 'domainId'>;

/** The branding of a domain whose operator has set none. */
export const DEFAULT_BRANDING: Readonly<BrandingSettings> = {
  name: null,
  logoUrl: null,
  accentColor: null,
  supportUri: null,
  darkLogoUrl: null,
  faviconUrl: null,
  corners: null,
  font: null,
  backgroundColor: null,
  termsUri: null,
  privacyUri: null,
};
