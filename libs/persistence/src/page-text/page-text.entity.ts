import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The texts of the pages that an operator has chosen, in one language. Other texts are the standard ones. */
@Entity()
export class PageText {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'page_text_pk' })
  @ForeignKey(() => Domain, { name: 'page_text_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'page_text_pk', collation: 'C' })
  language!: string;

  /** By their keys: see libs/page-texts. Never empty. */
  @Column('jsonb')
  texts!: Record<string, string>;
}
