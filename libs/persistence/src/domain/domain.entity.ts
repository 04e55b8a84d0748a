import type { EditableClaim } from '@latchkey/oauth';
import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';

/** `sandbox`: a label in the service's own zone. `custom`: the operator's own name. */
export type DomainKind = 'sandbox' | 'custom';
/**
 * `importing`: its rows arrive, and no request finds it. `active` and `degraded` domains serve tokens and pages, the latter although their name no longer
 * points here.
 */
export type DomainStatus = 'pending' | 'active' | 'degraded' | 'failed' | 'deleting' | 'importing';
/** JWS `alg`: RFC 7518 section 3.1, RFC 8037. */
export type StoredSigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

/** When the authenticator that a user has set up is asked for after a link. */
export const SECOND_FACTORS = ['AsClientsAsk', 'Always'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
export const DEFAULT_SECOND_FACTOR: SecondFactor = 'AsClientsAsk';

/** How people come to accounts of their own. */
export const SIGN_UPS = ['Off', 'ByInvitation', 'Open'] as const;
export type SignUpPolicy = (typeof SIGN_UPS)[number];
export const DEFAULT_SIGN_UP: SignUpPolicy = 'Off';

/** An isolated realm: an issuer with its own keys, clients and users. */
@Entity()
@Index('domain_holder', ['name'], { unique: true, where: 'verified_at IS NOT NULL' })
@Index('domain_claim', ['subscriptionId', 'name'], { unique: true })
@Index('domain_check', ['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Index('domain_dns_target', ['dnsTarget'], { where: `kind = 'sandbox' AND status = 'active'` })
@Index('domain_order', ['subscriptionId', 'createdAt', 'name'], { where: `status <> 'deleting'` })
@Index('domain_deleting', ['id'], { where: `status = 'deleting'` })
@Check('domain_kind', `kind IN ('sandbox', 'custom')`)
@Index('domain_importing_until', ['importingUntil'], { where: `status = 'importing'` })
@Check('domain_status', `status IN ('pending', 'active', 'degraded', 'failed', 'deleting', 'importing')`)
@Check('domain_importing', `status <> 'importing' OR importing_until IS NOT NULL`)
@Check('domain_id_token_algorithms', `id_token_algorithms <@ ARRAY['RS256', 'PS256', 'ES256', 'EdDSA'] AND id_token_algorithms <> '{}'`)
@Check(
  'domain_access_token_algorithms',
  `access_token_algorithms <@ ARRAY['RS256', 'PS256', 'ES256', 'EdDSA'] AND access_token_algorithms <> '{}'`,
)
@Check('domain_second_factor', `second_factor IN ('AsClientsAsk', 'Always')`)
@Check('domain_sign_up', `sign_up IN ('Off', 'ByInvitation', 'Open')`)
export class Domain {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'domain_pk' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Subscription, { name: 'domain_subscription' })
  subscriptionId!: string;

  /** The DNS name in its ASCII form: lower case, A-labels. */
  @Column('text')
  name!: string;

  @Column('text')
  kind!: DomainKind;

  @Column('text')
  status!: DomainStatus;

  /** A sentence for the operator that explains the status. */
  @Column('text', { nullable: true })
  statusDetail!: string | null;

  /** The algorithm that signs its ID tokens, and then those that sign until it has a usable key: see selectSigningKey. */
  @Column('text', { array: true, default: () => `'{RS256,ES256}'` })
  idTokenAlgorithms!: StoredSigningAlgorithm[];

  /** The same for its access tokens. */
  @Column('text', { array: true, default: () => `'{ES256,RS256}'` })
  accessTokenAlgorithms!: StoredSigningAlgorithm[];

  @Column('text', { default: DEFAULT_SECOND_FACTOR })
  secondFactor!: SecondFactor;

  /** Whether people may delete their own accounts. */
  @Column('boolean', { default: true })
  accountDeletion!: boolean;

  @Column('text', { default: DEFAULT_SIGN_UP })
  signUp!: SignUpPolicy;

  /** The attributes that people may change on their account page; null: DEFAULT_EDITABLE_CLAIMS. */
  @Column('text', { array: true, nullable: true })
  editableAttributes!: EditableClaim[] | null;

  /** The longest expiry in seconds that any client of the domain ever had. A superseded key stays published that long. */
  @Column('integer')
  longestExpiry!: number;

  /** Changes with everything that the auth server caches from the domain: its status and its keys. */
  @Column('bigint', { default: () => `nextval('revision')` })
  revision!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** When the name was reserved: set from the proof of ownership until the last row is gone. */
  @Column('timestamptz', { nullable: true })
  verifiedAt!: Date | null;

  /** When the DNS of a custom domain is checked next. */
  @Column('timestamptz', { nullable: true })
  nextCheckAt!: Date | null;

  /**
   * The DNS records that were created for it, as `CNAME/edge.example.com` or `A/203.0.113.1,AAAA/2001:db8::1`; null if there are none yet.
   */
  @Column('text', { nullable: true })
  dnsTarget!: string | null;

  /** When the creation of the DNS records last started. An earlier start may have created some of them. */
  @Column('timestamptz', { nullable: true })
  dnsBegunAt!: Date | null;

  /** When its import counts as abandoned, unless more of it arrives. */
  @Column('timestamptz', { nullable: true })
  importingUntil!: Date | null;

  /** Since when it takes no changes, because it moves to another installation. */
  @Column('timestamptz', { nullable: true })
  frozenAt!: Date | null;
}
