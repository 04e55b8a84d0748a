import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The key that authenticates the heads of all chains, in a single row. */
@Entity('log_head_key')
@Check('log_head_key_singleton', 'singleton')
export class AuditLogHeadKey {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'log_head_key_pk', default: true })
  singleton!: boolean;

  /** The key, and the time from which each head must have a MAC, encrypted with the master key. */
  @Column('bytea')
  encrypted!: Buffer;
}
