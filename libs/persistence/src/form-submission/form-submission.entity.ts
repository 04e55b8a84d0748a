import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A form that a browser has submitted, with its outcome, so that a double click does not run it twice. */
@Entity()
@Index('form_submission_expiry', ['expiresAt'])
export class FormSubmission {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'form_submission_pk' })
  @ForeignKey(() => Domain, { name: 'form_submission_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** SHA-256 of the browser's secret. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'form_submission_pk' })
  browser!: Buffer;

  /** SHA-256 of the form's URL and values. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'form_submission_pk' })
  hash!: Buffer;

  /** Encrypted. Null while the form is being processed. */
  @Column('bytea', { nullable: true })
  outcome!: Buffer | null;

  @Column('timestamptz')
  expiresAt!: Date;
}
