import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { hashSecret, randomId, randomSecret } from '@latchkey/crypto';
import { findRecipientName, findTimeZone, type MessageLanguage, type MessageRequest } from '@latchkey/message';
import { LOGGER, type Logger } from '@latchkey/observability';
import { LoginNameRepository, type Channel, type NamedUser } from '@latchkey/persistence';
import type { CachedDomain } from '../../../domain/cached-domain.js';
import { isChannelAvailable } from '../../../message/channel-availability.js';
import { describeRequest } from '../../../authentication-method/message-request.js';
import { findRecipientAddress, getDomainDisplayName } from '../../../message/recipient.js';
import { SETTINGS } from '../../../settings/settings.module.js';
import { MagicLinkRateLimitService } from './magic-link-rate-limit.service.js';
import { MAGIC_LINK_TTL_SECONDS } from './magic-link-token.js';
import { MagicLinkIssuanceService } from './magic-link-issuance.service.js';
import { roundUpResponseTime } from './response-time.js';

/** A request by "Email me a link" or "Text me a link". */
export interface MagicLinkSignInRequest {
  /** Username or email address as entered, possibly unknown. */
  username: string;
  channel: Channel;
  /** Interaction that the link returns to. */
  interactionUid: string;
  language: MessageLanguage;
  /** The client of the authorization request; null: the account page. */
  application: MessageRequest['application'];
  /** IP address of the client: see ClientAddressService. */
  clientAddress: string;
  requestId: string | null;
  /** Whether the user has signed in with this browser before. */
  isKnownTo: (sub: string) => Promise<boolean>;
  /** Runs the action once for a form that is submitted twice, and returns the result of the first run. */
  runOnce: <T>(action: () => Promise<T>) => Promise<T>;
}

/** `limited`: no link was sent, because the browser requested too many. `requested`: a link was sent if the user can receive one. */
export type MagicLinkRequestResult = 'requested' | 'limited';

interface MagicLinkTarget {
  sub: string;
  to: string;
  name: string | null;
  timeZone: string | null;
  known: boolean;
}

/** Sends the links that users request during an authorization request. */
@Injectable()
export class MagicLinkRequestService {
  constructor(
    private readonly names: LoginNameRepository,
    private readonly limits: MagicLinkRateLimitService,
    private readonly issuance: MagicLinkIssuanceService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: AuthSettings,
  ) {}

  /**
   * Sends a link if the user exists, can sign in and has an address. Neither the result nor the response time reveals this: unknown names
   * run the same statements and counters, and roundUpResponseTime hides the rest. Requests over a limit send no link.
   *
   * @returns `limited` only where that reveals nothing about the user
   */
  async request(domain: CachedDomain, request: MagicLinkSignInRequest): Promise<MagicLinkRequestResult> {
    return roundUpResponseTime(() => request.runOnce(() => this.processRequest(domain, request)));
  }

  private async processRequest(domain: CachedDomain, request: MagicLinkSignInRequest): Promise<MagicLinkRequestResult> {
    const { username, channel, clientAddress } = request;
    if (!isChannelAvailable(this.settings, channel)) return 'requested';
    const target = resolveTarget(await this.names.find(domain.id, username), request);
    const enteredName = username.normalize('NFKC').toLowerCase();
    const [user, recipient] = target.known ? [target.sub, target.to] : [enteredName, enteredName];
    const purpose = target.known ? 'known' : 'unknown';
    const isKnownBrowser = await request.isKnownTo(target.sub);
    const attempt = { domainId: domain.id, clientAddress, enteredName, user, recipient, purpose, isKnownBrowser } as const;
    const exceeded = await this.limits.findExceeded(attempt);
    if (exceeded === null) {
      await this.issue(domain, request, target);
      return 'requested';
    }
    this.logger.warn({ domain: domain.name, channel }, 'too many links were requested');
    return exceeded === 'announced' ? 'limited' : 'requested';
  }

  private async issue(
    domain: CachedDomain,
    { channel, interactionUid, language, requestId, application }: MagicLinkSignInRequest,
    target: MagicLinkTarget,
  ): Promise<void> {
    const { sub, to, name, timeZone, known } = target;
    const token = randomSecret();
    const link = `${domain.issuer}/connect/magiclink?token=${token}`;
    const content = { kind: 'sign-in-link', link, minutes: MAGIC_LINK_TTL_SECONDS / 60 } as const;
    const place = getDomainDisplayName(domain);
    const message = { to, name, language, place, content, request: describeRequest(application), timeZone };
    await this.issuance.issue(
      { domainId: domain.id, sub, hash: hashSecret(token), resetPasskeys: false, interactionUid, channel },
      { sub, channel, lifetime: MAGIC_LINK_TTL_SECONDS, message },
      { type: 'magic_link.requested', user: known ? sub : null, requestId, data: { channel } },
    );
  }
}

function resolveTarget(user: NamedUser | null, { username, channel }: MagicLinkSignInRequest): MagicLinkTarget {
  const to = user && findRecipientAddress(user.attributes, channel);
  if (user && to !== null && user.active && user.identityProvider === 'local') {
    const { sub, attributes } = user;
    return { sub, to: to!, name: findRecipientName(attributes), timeZone: findTimeZone(attributes), known: true };
  }
  // No user has this sub, so the statements for it have no effect.
  return { sub: randomId(), to: username.slice(0, 64), name: null, timeZone: null, known: false };
}
