import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CONTACT_ATTRIBUTES } from '../select-attributes.js';
import { selectSub } from '../user-id.js';
import type { Attributes } from '../user/user.entity.js';
import type { UserInvitationKey } from './user-invitation.repository.js';
import { UserInvitation } from './user-invitation.entity.js';

/** A user whose turn it is. @property id see userIdOf @property hasNoWayIn whether the invitation still concerns the user */
export interface WaitingRecipient {
  id: string;
  sub: string;
  hasNoWayIn: boolean;
  attributes: Attributes;
}

/** A user whose turn is over. @property messageId null: skipped */
export interface ServedRecipient {
  id: string;
  messageId: string | null;
}

/** What follows a step. @property seconds until the next one; null: none follows */
export type NextStep = Pick<UserInvitation, 'status' | 'invitedInWave'> & { seconds: number | null };

/** Users after a sign-in have a way in, also those who have used a link only. Of the invitation in $3 to $5. */
const HAS_NO_WAY_IN = `
  end_user.active AND end_user.last_sign_in_at IS NULL AND end_user.identity_provider = $3
  AND NOT EXISTS (SELECT FROM passkey WHERE passkey.domain_id = end_user.domain_id AND passkey.sub = end_user.sub)
  AND NOT EXISTS (SELECT FROM totp WHERE totp.domain_id = end_user.domain_id AND totp.sub = end_user.sub AND totp.confirmed_at IS NOT NULL)
  AND ($4::text IS NULL OR EXISTS (
    SELECT FROM user_role WHERE user_role.domain_id = end_user.domain_id AND user_role.sub = end_user.sub AND user_role.role = $4))
  AND ($5::text IS NULL OR lower(substring(end_user.attributes->>'email' FROM '@([^@]*)$')) = $5)`;

const LIST_DUE = `
  SELECT invitation.domain_id AS "domainId", invitation.id FROM user_invitation AS invitation JOIN domain ON domain.id = invitation.domain_id
  WHERE invitation.next_step_at <= now() AND domain.status <> 'deleting' AND domain.frozen_at IS NULL
  ORDER BY invitation.next_step_at LIMIT $1`;
const COLLECT = `
  WITH page AS (
    SELECT * FROM end_user WHERE domain_id = $1 AND ($6::uuid IS NULL OR sub > $6) ORDER BY sub LIMIT $7
  ), added AS (
    INSERT INTO user_invitation_recipient (domain_id, invitation_id, sub)
    SELECT $1, $2, end_user.sub FROM page AS end_user WHERE ${HAS_NO_WAY_IN}
  )
  UPDATE user_invitation SET last_collected_sub = coalesce((SELECT sub FROM page ORDER BY sub DESC LIMIT 1), last_collected_sub),
    collected_at = CASE WHEN (SELECT count(*) FROM page) < $7 THEN clock_timestamp() END
  WHERE domain_id = $1 AND id = $2`;
const ADVANCE = `
  UPDATE user_invitation SET status = $3, invited_in_wave = $4, next_step_at = clock_timestamp() + make_interval(secs => $5::integer),
    ended_at = CASE WHEN $3 = 'Completed' THEN coalesce(ended_at, clock_timestamp()) ELSE ended_at END
  WHERE domain_id = $1 AND id = $2`;
const LIST_WAITING = `
  SELECT end_user.sub AS id, ${selectSub('end_user')} AS sub, (${HAS_NO_WAY_IN}) AS "hasNoWayIn", ${CONTACT_ATTRIBUTES}
  FROM user_invitation_recipient AS recipient JOIN end_user ON end_user.domain_id = recipient.domain_id AND end_user.sub = recipient.sub
  WHERE recipient.domain_id = $1 AND recipient.invitation_id = $2 AND recipient.state = 'waiting' ORDER BY recipient.sub LIMIT $6`;
const SERVE = `
  UPDATE user_invitation_recipient AS recipient SET message_id = served.message_id,
    state = CASE WHEN served.message_id IS NULL THEN 'skipped' ELSE 'invited' END,
    invited_at = CASE WHEN served.message_id IS NOT NULL THEN clock_timestamp() END
  FROM unnest($3::uuid[], $4::uuid[]) AS served (sub, message_id)
  WHERE recipient.domain_id = $1 AND recipient.invitation_id = $2 AND recipient.sub = served.sub`;
/** A mail that was sent long ago has no row. */
const SETTLE = `
  UPDATE user_invitation_recipient AS recipient SET message_id = NULL, state = CASE WHEN EXISTS (
    SELECT FROM message WHERE message.domain_id = $1 AND message.id = recipient.message_id AND message.state IN ('failed', 'expired')
  ) THEN 'failed' ELSE recipient.state END
  WHERE recipient.domain_id = $1 AND recipient.invitation_id = $2 AND recipient.message_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM message WHERE message.domain_id = $1 AND message.id = recipient.message_id AND message.state = 'waiting')`;
const EXISTS_WAITING = `SELECT FROM user_invitation_recipient WHERE domain_id = $1 AND invitation_id = $2 AND state = 'waiting' LIMIT 1`;
const EXISTS_UNSETTLED = `SELECT FROM user_invitation_recipient WHERE domain_id = $1 AND invitation_id = $2 AND message_id IS NOT NULL LIMIT 1`;

/** The steps of invitations. A process locks the invitation for each, so that several processes do none twice. */
@Injectable()
export class UserInvitationStepRepository {
  constructor(private readonly database: Database) {}

  /** The invitations with a due step, the longest waiting first. */
  listDue(limit: number): Promise<UserInvitationKey[]> {
    return this.database.manager.query(LIST_DUE, [limit]);
  }

  /** Locks an invitation until the transaction ends. @returns null if no step is due, or another process does it */
  lockDue({ domainId, id }: UserInvitationKey): Promise<UserInvitation | null> {
    return this.rows
      .createQueryBuilder('invitation')
      .where('invitation.domain_id = :domainId AND invitation.id = :id AND invitation.next_step_at <= now()', { domainId, id })
      .setLock('for_no_key_update')
      .setOnLocked('skip_locked')
      .getOne();
  }

  /** Looks at the next users of the domain, at most as many as the limit, and notes those without a way in. */
  async collect(invitation: UserInvitation, limit: number): Promise<void> {
    await this.database.manager.query(COLLECT, [...toParameters(invitation), invitation.lastCollectedSub, limit]);
  }

  /** The next users who wait. */
  listWaiting(invitation: UserInvitation, limit: number): Promise<WaitingRecipient[]> {
    return this.database.manager.query(LIST_WAITING, [...toParameters(invitation), limit]);
  }

  async serve({ domainId, id }: UserInvitationKey, served: readonly ServedRecipient[]): Promise<void> {
    const values = [served.map((recipient) => recipient.id), served.map(({ messageId }) => messageId)];
    await this.database.manager.query(SERVE, [domainId, id, ...values]);
  }

  /** Notes the outcome of mails. @returns whether that of others is still unknown */
  async settle({ domainId, id }: UserInvitationKey): Promise<boolean> {
    await this.database.manager.query(SETTLE, [domainId, id]);
    return this.exists(EXISTS_UNSETTLED, { domainId, id });
  }

  hasWaiting(key: UserInvitationKey): Promise<boolean> {
    return this.exists(EXISTS_WAITING, key);
  }

  async advance({ domainId, id }: UserInvitationKey, { status, invitedInWave, seconds }: NextStep): Promise<void> {
    await this.database.manager.query(ADVANCE, [domainId, id, status, invitedInWave, seconds]);
  }

  private async exists(statement: string, { domainId, id }: UserInvitationKey): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(statement, [domainId, id]);
    return rows.length > 0;
  }

  private get rows() {
    return this.database.manager.getRepository(UserInvitation);
  }
}

function toParameters({ domainId, id, identityProvider, role, emailDomain }: UserInvitation): unknown[] {
  return [domainId, id, identityProvider, role, emailDomain];
}
