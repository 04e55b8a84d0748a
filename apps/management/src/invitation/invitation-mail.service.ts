import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { Encryptor, fingerprint, randomId } from '@latchkey/crypto';
import { encryptMessage, messageContext, type Message } from '@latchkey/message';
import { normalizeUsername } from '@latchkey/oauth';
import { getCurrentTraceparent } from '@latchkey/observability';
import { BrandingRepository, Database, LoginNameRepository, MessageRepository, RateLimiter, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { SETTINGS } from '../settings/settings.module.js';
import type { InvitationRequest } from './invitation.dto.js';

/** How many invitations one address gets from a domain in a day, so that none fills a mailbox. */
export const MAILS_PER_DAY = 3;
const DAY_SECONDS = 86_400;

interface InvitationMail extends InvitationRequest {
  token: string;
  days: number;
}

/** Decides who gets invitations, and sends their mails. */
@Injectable()
export class InvitationMailService {
  private readonly encryptor: Encryptor;
  private readonly limiter: RateLimiter | null;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    database: Database,
    private readonly brandings: BrandingRepository,
    private readonly messages: MessageRepository,
    private readonly names: LoginNameRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
    const policy = { name: 'invitation', requests: MAILS_PER_DAY, window: DAY_SECONDS };
    this.limiter = settings.RATE_LIMIT === 'on' ? new RateLimiter(database, policy) : null;
  }

  getAccountPage({ name }: Domain): string {
    return `${authUrlOf(this.settings, name)}/account`;
  }

  /** @throws Problem invitation-conflict, too-many-requests */
  async requireInvitable({ id, signUp }: Domain, email: string): Promise<void> {
    if (signUp === 'Off')
      throw new Problem('invitation-conflict', 'The sign-in of the domain has signUp Off. Set it to ByInvitation first.');
    if (await this.names.find(id, email))
      throw new Problem('invitation-conflict', 'A user of the domain has this address.', {
        errors: [{ pointer: '/email', detail: 'belongs to a user of the domain' }],
      });
    const key = fingerprint('invitation', id, normalizeUsername(email)).toString('base64url');
    const state = await this.limiter?.consumeInDomain(id, key);
    if (!state || state.allowed) return;
    const detail = `An address gets at most ${MAILS_PER_DAY} invitations a day. Try again in ${state.resetsIn} seconds.`;
    throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(state.resetsIn) } });
  }

  /** Queues the mail. Call it within the transaction of the invitation. */
  async send({ id: domainId, name: domain }: Domain, { email, name, language, token, days }: InvitationMail): Promise<void> {
    const link = `${authUrlOf(this.settings, domain)}/connect/sign-up?token=${token}`;
    const place = (await this.brandings.find(domainId))?.name ?? domain;
    const content = { kind: 'sign-up-invitation', link, days } as const;
    const message: Message = { to: email, name: name ?? null, language: language ?? 'en', place, content };
    const id = randomId();
    const encrypted = encryptMessage(this.encryptor, message, messageContext(domainId, id));
    const queued = { domainId, id, sub: null, channel: 'email', encrypted, traceparent: getCurrentTraceparent() } as const;
    await this.messages.create(queued, days * DAY_SECONDS);
  }
}
