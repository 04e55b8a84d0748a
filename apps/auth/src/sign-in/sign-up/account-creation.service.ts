import { Injectable } from '@nestjs/common';
import { fingerprint, hashSecret } from '@latchkey/crypto';
import { getCurrentTraceId } from '@latchkey/observability';
import { findUsernameViolation, normalizeUsername } from '@latchkey/oauth';
import { AuditLogRepository, MagicLinkRepository, QuotaExceededError, SignUpRepository, type OpenSignUp } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { DomainTransactionService, UserChangeService, type ChangedDomain } from '@latchkey/user';
import { PageRefusal } from '../../pages/http/page-refusal.js';
import { getRequestId } from '../context/sign-in-context.js';
import { MAGIC_LINK_TTL_SECONDS } from '../methods/magic-link/magic-link-token.js';
import type { SignUpContext } from './sign-up-context.loader.js';

/** Creates the users of sign-ups. */
@Injectable()
export class AccountCreationService {
  constructor(
    private readonly transactions: DomainTransactionService,
    private readonly signUps: SignUpRepository,
    private readonly users: UserChangeService,
    private readonly links: MagicLinkRepository,
    private readonly log: AuditLogRepository,
  ) {}

  /**
   * Uses the link and creates its user. From then on the link is a magic link of the user, so that the sign-in and what follows are those of
   * magic links. If a concurrent request has used it, nothing changes.
   *
   * @throws PageRefusal if a user has the address or the username, or the quota is reached; the link stays usable, and the cases look the same
   */
  async create(requestContext: SignUpContext, name: string): Promise<void> {
    const { domain, token } = requestContext;
    const hash = hashSecret(token);
    try {
      // Alone, so that of two users one gets an address.
      await this.transactions.changeAlone(domain.id, async () => {
        const signUp = await this.signUps.redeem(domain.id, hash);
        if (!signUp) return;
        // control: a sign-up creates no second account for an address
        if (await this.users.isLoginName(domain, signUp.email)) throw createRefusal(requestContext);
        const attributes = { ...signUp.attributes, ...createAttributes(domain.id, signUp.email), name };
        const changed = this.describeDomain(requestContext);
        const sub = await this.users.create(changed, { attributes });
        await this.users.giveRoles(changed, sub, signUp.roles);
        await this.links.create(
          { domainId: domain.id, sub, hash, resetPasskeys: false, ...getDestination(signUp) },
          MAGIC_LINK_TTL_SECONDS,
        );
      });
    } catch (error) {
      const isRefused = error instanceof QuotaExceededError || (error instanceof Problem && error.kind === 'username-taken');
      throw isRefused ? createRefusal(requestContext) : error;
    }
  }

  private describeDomain(requestContext: SignUpContext): ChangedDomain {
    const { id } = requestContext.domain;
    const about = { domainId: id, requestId: getRequestId(requestContext), traceId: getCurrentTraceId() };
    return {
      id,
      record: (event, changes) =>
        this.log.create({ ...event, ...about, actor: { type: 'user', id: event.user ?? null, name: null } }, changes),
    };
  }
}

function createRefusal({ domain }: SignUpContext): PageRefusal {
  return new PageRefusal('account-not-created', 409, domain.branding, '/account');
}

/**
 * The username is the address, so that the database decides between sign-ups of one address. Where it breaks the rules of usernames, one that
 * belongs to the address alone takes its place.
 */
function createAttributes(domainId: string, email: string): { preferred_username: string; email: string; email_verified: true } {
  const isUsername = findUsernameViolation(email) === null;
  const suffix = () => fingerprint('sign-up username', domainId, normalizeUsername(email)).toString('hex').slice(0, 16);
  return { preferred_username: isUsername ? email : `user-${suffix()}`, email, email_verified: true };
}

function getDestination({ interactionUid, redirectUri }: OpenSignUp) {
  return interactionUid === null ? { redirectUri: redirectUri! } : ({ interactionUid, channel: 'email' } as const);
}
