import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The erasure of a user, with a signed receipt. It is kept as long as the entry in the log that says the same. */
@Entity()
@Index('user_erasure_sub', ['domainId', 'sub'])
@Index('user_erasure_time', ['domainId', 'erasedAt'])
export class UserErasure {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_erasure_pk' })
  @ForeignKey(() => Domain, { name: 'user_erasure_domain' })
  domainId!: string;

  /** Random, so that nobody can guess it: the page of the receipt needs no session, because the account is gone. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_erasure_pk' })
  id!: string;

  /** The id of the user, who is gone. */
  @Column('uuid')
  sub!: string;

  /** The `sub` if `sub` only stands for it, otherwise null: see userIdOf. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  subText!: string | null;

  @Column('timestamptz')
  erasedAt!: Date;

  /** A JWT: see docs/audit.md. */
  @Column('text')
  receipt!: string;
}
