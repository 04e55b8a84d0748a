import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A signed statement that the chain of a domain had this many entries, and the hash of the last one. */
@Entity('log_checkpoint')
export class AuditLogCheckpoint {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_checkpoint_pk' })
  @ForeignKey(() => Domain, { name: 'log_checkpoint_domain' })
  domainId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'log_checkpoint_pk' })
  sequence!: string;

  /** JWS in its compact serialization. */
  @Column('text')
  jws!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
