import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** Something about the DNS that an operator has to hear: what is wrong, and what to do. */
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
  /** Whether the name led here; null: nothing is known of where it should. */
  pointsHere: boolean | null;
  /** The addresses to which each server of the zone pointed; absent: not checked yet, or by an earlier release. */
  addresses?: string[];
  /** The zone that the name lies in, if that was found out. */
  zone: string | null;
  /** The addresses of what the name should lead to. */
  targetAddresses: string[];
}

/** How far the proof of a custom domain's ownership is. Its status, and when it is checked next, stand with the domain. */
@Entity()
export class Verification {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'verification_pk' })
  @ForeignKey(() => Domain, { name: 'verification_domain' })
  domainId!: string;

  /** What has to stand in the DNS: 244 random bits in hexadecimal, new for each attempt. No secret: the DNS shows it to everybody. */
  @Column('text')
  token!: string;

  /** When the present attempt began or, of a degraded domain, since when it has been so. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  since!: Date;

  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  @Column('jsonb', { nullable: true })
  findings!: DnsFindings | null;
}
