import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A signed statement that retention removed consecutive entries of a domain. It is kept as long as the domain. */
@Entity('log_removal')
export class AuditLogRemoval {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_removal_pk' })
  @ForeignKey(() => Domain, { name: 'log_removal_domain' })
  domainId!: string;

  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'log_removal_pk' })
  id!: string;

  /** The sequence number of the first removed entry. */
  @Column('bigint')
  firstSequence!: string;

  /** JWS in its compact serialization. */
  @Column('text')
  jws!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
