import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserImport } from './user-import.entity.js';

/**
 * A line of an import that is not done. A dry run keeps the lines that would change a user, with the user as it would be then, so that later
 * lines are compared with it.
 */
@Entity()
@Index('user_import_line_sub', ['domainId', 'importId', 'sub'], { where: 'sub IS NOT NULL' })
@Index('user_import_line_username', ['domainId', 'importId', 'usernameKey'], { where: 'username_key IS NOT NULL' })
@ForeignKey(() => UserImport, ['domainId', 'importId'], ['domainId', 'id'], { name: 'user_import_line_import', onDelete: 'CASCADE' })
export class UserImportLine {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_import_line_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_import_line_pk' })
  importId!: string;

  /** The number of the line in the file, from 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'user_import_line_pk' })
  number!: number;

  /** The line as received, or after a dry run the properties of the user as JSON; null if the line was too long. */
  @Column('bytea', { nullable: true })
  content!: Buffer | null;

  /** The id of the user after a dry run of the line: see userIdOf. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  /** The user's normalized username after a dry run of the line. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  usernameKey!: string | null;
}
