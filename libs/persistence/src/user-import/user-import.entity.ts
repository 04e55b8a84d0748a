import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';
import type { StoredActor } from '../stored-actor.js';

/**
 * `Uploading` while lines arrive, `Running` until the last line is done. `Removing`: the import was canceled, or its upload has failed, and
 * a job deletes its lines.
 */
export type UserImportStatus = 'Uploading' | 'Running' | 'Completed' | 'Removing';

/** What is wrong with a line. */
export interface UserImportError {
  /** The number of the line in the file, from 1. */
  line: number;
  /** A JSON Pointer into the line; empty for the line as a whole. */
  pointer: string;
  detail: string;
}

/** An import of a domain's users from a file, and its progress. */
@Entity()
@Check('user_import_status', `status IN ('Uploading', 'Running', 'Completed', 'Removing')`)
@Index('user_import_open', ['domainId', 'createdAt'], { where: `status <> 'Completed'` })
@Index('user_import_age', ['completedAt'], { where: 'completed_at IS NOT NULL' })
export class UserImport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_import_pk' })
  @ForeignKey(() => Domain, { name: 'user_import_domain', onDelete: 'CASCADE' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_import_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text', { default: 'Uploading' })
  status!: UserImportStatus;

  /** Whether the import only finds errors. */
  @Column('boolean')
  dryRun!: boolean;

  /** The number of the last line that is done. */
  @Column('integer', { default: 0 })
  position!: number;

  /** The number of lines that are done, without blank ones. */
  @Column('integer', { default: 0 })
  read!: number;

  @Column('integer', { default: 0 })
  created!: number;

  @Column('integer', { default: 0 })
  updated!: number;

  @Column('integer', { default: 0 })
  failed!: number;

  /** The first errors. They can quote values of the file. */
  @Column('json', { default: [] })
  errors!: UserImportError[];

  @Column('json')
  actor!: StoredActor;

  /** When an upload counts as abandoned unless it stores lines before. */
  @Column('timestamptz')
  leasedUntil!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;
}
