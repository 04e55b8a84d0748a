import { Inject, Injectable } from '@nestjs/common';
import { hashSecret, randomId, randomSecret } from '@latchkey/crypto';
import { findRecipientName, findTimeZone, type Message } from '@latchkey/message';
import { LOGGER, type Logger } from '@latchkey/observability';
import { normalizeUsername } from '@latchkey/oauth';
import { LoginNameRepository, type NamedUser } from '@latchkey/persistence';
import { describeRequest } from '../../authentication-method/message-request.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { findRecipientAddress, getDomainDisplayName } from '../../message/recipient.js';
import { MagicLinkIssuanceService } from '../methods/magic-link/magic-link-issuance.service.js';
import { MagicLinkRateLimitService } from '../methods/magic-link/magic-link-rate-limit.service.js';
import type { MagicLinkRequestResult, MagicLinkSignInRequest } from '../methods/magic-link/magic-link-request.service.js';
import { MAGIC_LINK_TTL_SECONDS } from '../methods/magic-link/magic-link-token.js';
import { roundUpResponseTime } from '../methods/magic-link/response-time.js';
import { SignUpIssuanceService } from './sign-up-issuance.service.js';

/** A request to create an account. */
export type SignUpRequest = Omit<MagicLinkSignInRequest, 'username' | 'channel' | 'isKnownTo'> & {
  /** A valid address. */
  email: string;
  /** Whether there are few such requests, or this one proves its work: see SignUpChallengeService. */
  admits: () => Promise<boolean>;
};

/** `challenged`: nothing was sent, because there are many requests and this one proves no work. */
export type SignUpRequestResult = MagicLinkRequestResult | 'challenged';

/** Sends the mails of the sign-up. */
@Injectable()
export class SignUpRequestService {
  constructor(
    private readonly names: LoginNameRepository,
    private readonly limits: MagicLinkRateLimitService,
    private readonly signUps: SignUpIssuanceService,
    private readonly links: MagicLinkIssuanceService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends a link that creates an account, or to a person with an account one that signs in. Neither the result nor the response time reveals
   * which. The counters are those of sign-in links, so that an address gets no more mail than by those.
   */
  request(domain: CachedDomain, request: SignUpRequest): Promise<SignUpRequestResult> {
    return roundUpResponseTime(() => request.runOnce(() => this.processRequest(domain, request)));
  }

  private async processRequest(domain: CachedDomain, request: SignUpRequest): Promise<SignUpRequestResult> {
    if (!(await request.admits())) return 'challenged';
    const { email, clientAddress } = request;
    const enteredName = normalizeUsername(email);
    const holder = await this.names.find(domain.id, email);
    const recipient = (holder && findRecipientAddress(holder.attributes, 'email')) ?? enteredName;
    const attempt = { domainId: domain.id, clientAddress, enteredName, user: holder?.sub ?? enteredName, recipient };
    const exceeded = await this.limits.findExceeded({ ...attempt, purpose: 'sign-up', isKnownBrowser: false });
    if (exceeded === null) {
      await (holder ? this.sendSignInLink(domain, request, holder) : this.sendSignUpLink(domain, request));
      return 'requested';
    }
    this.logger.warn({ domain: domain.name }, 'too many accounts were requested');
    return exceeded === 'announced' ? 'limited' : 'requested';
  }

  private async sendSignUpLink(domain: CachedDomain, request: SignUpRequest): Promise<void> {
    const { email, interactionUid, requestId } = request;
    const token = randomSecret();
    const link = `${domain.issuer}/connect/sign-up?token=${token}`;
    const message = { ...this.createMessage(domain, request, { kind: 'sign-up-link', link }), to: email, name: null };
    const signUp = { domainId: domain.id, hash: hashSecret(token), id: randomId(), email, interactionUid, redirectUri: null };
    await this.signUps.issue(signUp, message, requestId);
  }

  /** To the address of the account, which differs from the entered one if that is the username. Nothing is sent to a user who may not sign in. */
  private async sendSignInLink(domain: CachedDomain, request: SignUpRequest, holder: NamedUser): Promise<void> {
    const { interactionUid, requestId, email } = request;
    const address = holder.active ? findRecipientAddress(holder.attributes, 'email') : null;
    // No user has the random sub, so the statements for it have no effect.
    const sub = address === null ? randomId() : holder.sub;
    const token = randomSecret();
    const link = `${domain.issuer}/connect/magiclink?token=${token}`;
    const content = this.createMessage(domain, request, { kind: 'account-exists', link });
    const { attributes } = holder;
    const message = { ...content, to: address ?? email, name: findRecipientName(attributes), timeZone: findTimeZone(attributes) };
    await this.links.issue(
      { domainId: domain.id, sub, hash: hashSecret(token), resetPasskeys: false, interactionUid, channel: 'email' },
      { sub, channel: 'email', lifetime: MAGIC_LINK_TTL_SECONDS, message },
      { type: 'sign_up.requested', user: address === null ? null : sub, requestId },
    );
  }

  private createMessage(
    domain: CachedDomain,
    { language, application }: SignUpRequest,
    { kind, link }: { kind: 'sign-up-link' | 'account-exists'; link: string },
  ): Omit<Message, 'to' | 'name'> {
    const content = { kind, link, minutes: MAGIC_LINK_TTL_SECONDS / 60 };
    return { language, place: getDomainDisplayName(domain), content, request: describeRequest(application) };
  }
}
