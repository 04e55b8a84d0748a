import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** A DNS fault for the operator, and what to do. */
export interface DnsProblem {
  code: string;
  detail: string;
  fix: string;
}

/** What the last check saw. */
export interface DnsFindings {
  diagnoses: DnsProblem[];
  /** Whether the proof was found. */
  proved: boolean;
  /** Whether the name pointed to the service; null: its target is not known. */
  pointsHere: boolean | null;
  /** The addresses to which each server of the zone pointed; absent: not checked yet, or by an earlier release. */
  addresses?: string[];
  /** The zone that the name lies in, if that was found out. */
  zone: string | null;
  /** The addresses of what the name should lead to. */
  targetAddresses: string[];
}

/** The state of a custom domain's verification. Its status, and the time of the next check, are in the domain's row. */
@Entity()
export class DomainVerification {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'domain_verification_pk' })
  @ForeignKey(() => Domain, { name: 'domain_verification_domain' })
  domainId!: string;

  /** The challenge: 244 random bits in hexadecimal, new for each attempt. Not secret, because the DNS publishes it. */
  @Column('text')
  token!: string;

  /** When the present attempt began; for a degraded domain, since when it has been degraded. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;

  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  findings!: DnsFindings | null;
}
