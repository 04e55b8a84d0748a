import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A DNS problem for the operator, and its fix. */
export interface DnsProblem {
  code: string;
  detail: string;
  fix: string;
}

/** The results of the last check. */
export interface DnsFindings {
  diagnoses: DnsProblem[];
  /** Whether the challenge was found. */
  proved: boolean;
  /** Whether the name pointed to the service; null if its target is not known. */
  pointsHere: boolean | null;
  /** The addresses to which each server of the zone pointed; absent if not checked yet, or by an earlier release. */
  addresses?: string[];
  /** The zone that contains the name, if it was found. */
  zone: string | null;
  /** The addresses of the expected target. */
  targetAddresses: string[];
}

/** The state of a custom domain's verification. The domain's row contains its status and the time of the next check. */
@Entity()
export class DomainVerification {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'domain_verification_pk' })
  @ForeignKey(() => Domain, { name: 'domain_verification_domain' })
  domainId!: string;

  /** The challenge: 244 random bits in hexadecimal, new for each attempt. Not secret, because the DNS publishes it. */
  @Column('text')
  token!: string;

  /** When the current attempt began; for a degraded domain, when it became degraded. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;

  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  findings!: DnsFindings | null;
}
