import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';

/** A DPoP proof that an operator has used, kept as long as it could be accepted again: RFC 9449 section 11.1. */
@Entity()
@Index('operator_proof_expiry', ['expiresAt'])
export class OperatorProof {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'operator_proof_pk' })
  @ForeignKey(() => Subscription, { name: 'operator_proof_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  /** SHA-256 of the thumbprint of the key and the `jti`. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'operator_proof_pk' })
  hash!: Buffer;

  @Column('timestamptz')
  expiresAt!: Date;
}
