import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { changeExpired, type ExpiredRows } from '../expired-rows.js';
import { UserInvitation } from './user-invitation.entity.js';

export type UserInvitationKey = Pick<UserInvitation, 'domainId' | 'id'>;
export type NewUserInvitation = Pick<
  UserInvitation,
  'domainId' | 'identityProvider' | 'redirectUri' | 'waveSize' | 'intervalSeconds' | 'role' | 'emailDomain' | 'actor'
>;

/** How many users an invitation concerns. */
export interface UserInvitationCounts {
  /** Whom nothing was sent to yet. */
  waiting: number;
  /** Without those whose mail has failed. */
  invited: number;
  skipped: number;
  failed: number;
  /** Those of the invited who have signed in since. */
  signedIn: number;
}

/** The number of ended invitations that a domain keeps, and for how many days. */
const MAX_ENDED = 20;
const RESULT_TTL_DAYS = 90;

const EXPIRED: ExpiredRows = { table: 'user_invitation', where: `ended_at < now() - interval '${RESULT_TTL_DAYS} days'` };
const DELETE_OLD = `
  DELETE FROM user_invitation WHERE domain_id = $1 AND id IN (
    SELECT id FROM user_invitation WHERE domain_id = $1 AND status <> 'Running' ORDER BY created_at DESC OFFSET ${MAX_ENDED - 1})`;
const COUNT = `
  SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting, count(*) FILTER (WHERE state = 'invited')::integer AS invited,
    count(*) FILTER (WHERE state = 'skipped')::integer AS skipped, count(*) FILTER (WHERE state = 'failed')::integer AS failed,
    count(*) FILTER (WHERE state = 'invited' AND end_user.last_sign_in_at >= invited_at)::integer AS "signedIn"
  FROM user_invitation_recipient AS recipient JOIN end_user ON end_user.domain_id = recipient.domain_id AND end_user.sub = recipient.sub
  WHERE recipient.domain_id = $1 AND recipient.invitation_id = $2`;
const STOP = `
  UPDATE user_invitation SET status = 'Stopped', ended_at = clock_timestamp(), next_step_at = clock_timestamp()
  WHERE domain_id = $1 AND id = $2 AND status = 'Running' RETURNING id`;

/** Invitations of users as the API shows them. */
@Injectable()
export class UserInvitationRepository {
  constructor(private readonly database: Database) {}

  /** Starts an invitation within a transaction. @returns its id; null if another invitation of the domain runs */
  async create(values: NewUserInvitation): Promise<string | null> {
    await this.database.manager.query(DELETE_OLD, [values.domainId]);
    try {
      // The savepoint keeps the transaction usable.
      return await this.database.manager.transaction(async (manager) => {
        const invitation = manager.getRepository(UserInvitation).create(values);
        await manager.getRepository(UserInvitation).insert(invitation);
        return invitation.id;
      });
    } catch (error) {
      if (getViolatedConstraint(error) === 'user_invitation_running') return null;
      throw error;
    }
  }

  find({ domainId, id }: UserInvitationKey): Promise<UserInvitation | null> {
    return this.rows.findOneBy({ domainId, id });
  }

  /** The invitations of a domain, newest first. */
  list(domainId: string): Promise<UserInvitation[]> {
    return this.rows.find({ where: { domainId }, order: { createdAt: 'DESC', id: 'ASC' } });
  }

  async count({ domainId, id }: UserInvitationKey): Promise<UserInvitationCounts> {
    const [counts]: [UserInvitationCounts] = await this.database.manager.query(COUNT, [domainId, id]);
    return counts;
  }

  /** Ends an invitation. Who waits is not invited any more. @returns whether it was running */
  async stop({ domainId, id }: UserInvitationKey): Promise<boolean> {
    const [stopped]: [unknown[], number] = await this.database.manager.query(STOP, [domainId, id]);
    return stopped.length === 1;
  }

  /** Deletes a batch of old invitations. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, EXPIRED, limit);
  }

  private get rows() {
    return this.database.manager.getRepository(UserInvitation);
  }
}
