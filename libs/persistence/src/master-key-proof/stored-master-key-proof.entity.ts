import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that is encrypted with the master key, in a single row. */
@Entity('master_key_proof')
@Check('master_key_proof_singleton', 'singleton')
export class StoredMasterKeyProof {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'master_key_proof_pk', default: true })
  singleton!: boolean;

  @Column('bytea')
  encrypted!: Buffer;
}
