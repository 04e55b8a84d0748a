import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';
import { User } from '../user/user.entity.js';

/** One record of oidc-provider: a session, a grant, a code, a token, or a used proof. */
@Entity()
@Index('oidc_payload_grant', ['domainId', 'grantId'], { where: 'grant_id IS NOT NULL' })
@Index('oidc_payload_client', ['domainId', 'clientId'], { where: 'client_id IS NOT NULL' })
@Index('oidc_payload_sub', ['domainId', 'sub'])
@Index('oidc_payload_session', ['domainId', 'sessionUid'], { where: 'session_uid IS NOT NULL' })
@Index('oidc_payload_uid', ['domainId', 'model', 'uid'], { unique: true, where: 'uid IS NOT NULL' })
@Index('oidc_payload_user_code', ['domainId', 'model', 'userCode'], { unique: true, where: 'user_code IS NOT NULL' })
@Index('oidc_payload_slot', ['domainId', 'model', 'slot'], { unique: true, where: 'slot IS NOT NULL' })
@Index('oidc_payload_untouched', ['domainId', 'model', 'untouchedSince'], { where: 'untouched_since IS NOT NULL' })
@Index('oidc_payload_expiry', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
@Check('oidc_payload_hash', 'octet_length(hash) = 32')
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'oidc_payload_user', onDelete: 'CASCADE' })
export class OidcPayload {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'oidc_payload_pk' })
  @ForeignKey(() => Domain, { name: 'oidc_payload_domain' })
  domainId!: string;

  /** The name of oidc-provider's model, such as `Session`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'oidc_payload_pk' })
  model!: string;

  /** SHA-256 of the id, which is a bearer secret: a code, a token, the value of a cookie. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'oidc_payload_pk' })
  hash!: Buffer;

  /** JSON text that the database reads only for device codes: see DeviceCodeRepository. It contains no secrets. */
  @Column('json')
  payload!: Record<string, unknown>;

  /** The client, with which the record is deleted. */
  @Column('text', { nullable: true })
  clientId!: string | null;

  @Column('text', { nullable: true })
  grantId!: string | null;

  /** The user, with whom the record is deleted. */
  @Column('uuid', { nullable: true })
  sub!: string | null;

  /** The session (its `uid`) with which the record ends. */
  @Column('text', { nullable: true })
  sessionUid!: string | null;

  /** For a session: the `sid` (or null) of each client that takes part in it, keyed by client id. */
  @Column('jsonb', { nullable: true })
  sids!: Record<string, string | null> | null;

  @Column('text', { nullable: true })
  uid!: string | null;

  /** For a device code: the HMAC of the code that the user enters, which is too short for a plain hash. */
  @Column('text', { nullable: true })
  userCode!: string | null;

  /** When the record was used, which is possible once; for a session: when it was ended. */
  @Column('timestamptz', { nullable: true })
  consumedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** For an interaction, pushed request or device code: see BoundedRowsOptions. */
  @Column('integer', { nullable: true })
  slot!: number | null;

  /** Creation time of an interaction, pushed request or device code until it is used: see PendingPayloadRepository. */
  @Column('timestamptz', { nullable: true })
  untouchedSince!: Date | null;
}
