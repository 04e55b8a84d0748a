import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { Encryptor, hashSecret, randomId, randomSecret } from '@latchkey/crypto';
import { chooseProfileLanguage, encryptMessage, findRecipientName, messageContext, type MessageContent } from '@latchkey/message';
import { isMailableAddress } from '@latchkey/oauth';
import { getCurrentTraceparent } from '@latchkey/observability';
import {
  BrandingRepository,
  IdentityProviderRepository,
  MagicLinkRepository,
  MessageRepository,
  type Domain,
  type UserInvitation,
  type WaitingRecipient,
} from '@latchkey/persistence';
import { LOCAL_IDENTITY_PROVIDER } from '@latchkey/user';
import { SETTINGS } from '../settings/settings.module.js';

/** The lifetime of a link in an invitation: NIST SP 800-63A permits this for an enrolment code that is sent by email (decision 87). */
export const INVITATION_HOURS = 24;
const SECONDS_PER_HOUR = 3_600;
/** A mail that waits for longer is not sent, so that its link works for most of a day. */
const MAIL_TTL_SECONDS = 2 * SECONDS_PER_HOUR;

/** How an invitation addresses its users. */
export interface UserInvitationMailContext {
  domain: Domain;
  invitation: UserInvitation;
  /** The sender's name. */
  place: string;
  /** What the identity provider is called; null for users without one. */
  displayName: string | null;
}

/** Queues the mails of invitations, with their links. */
@Injectable()
export class UserInvitationMailService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly branding: BrandingRepository,
    private readonly identityProviders: IdentityProviderRepository,
    private readonly links: MagicLinkRepository,
    private readonly messages: MessageRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  async createContext(domain: Domain, invitation: UserInvitation): Promise<UserInvitationMailContext> {
    const name = invitation.identityProvider;
    const provider = name === LOCAL_IDENTITY_PROVIDER ? null : await this.identityProviders.find({ domainId: domain.id, name });
    const displayName = name === LOCAL_IDENTITY_PROVIDER ? null : (provider?.displayName ?? name);
    return { domain, invitation, place: (await this.branding.find(domain.id))?.name ?? domain.name, displayName };
  }

  /** Queues the mail within the transaction that notes it. @returns the id of the message; null if the user has no usable address */
  async send(context: UserInvitationMailContext, { sub, attributes }: WaitingRecipient): Promise<string | null> {
    const { email, locale } = attributes;
    if (!isMailableAddress(email)) return null;
    const content = await this.createContent(context, sub);
    const { domain, place } = context;
    const message = { to: email, name: findRecipientName(attributes), language: chooseProfileLanguage(locale), place, content };
    const id = randomId();
    const encrypted = encryptMessage(this.encryptor, message, messageContext(domain.id, id));
    const traceparent = getCurrentTraceparent();
    await this.messages.create({ domainId: domain.id, id, sub, channel: 'email', encrypted, traceparent }, MAIL_TTL_SECONDS);
    return id;
  }

  private async createContent({ domain, invitation, displayName }: UserInvitationMailContext, sub: string): Promise<MessageContent> {
    const { redirectUri } = invitation;
    if (displayName !== null) return { kind: 'provider-invitation', link: redirectUri, identityProvider: displayName };
    const token = randomSecret();
    const link = { domainId: domain.id, sub, hash: hashSecret(token), redirectUri, resetPasskeys: false };
    await this.links.create(link, INVITATION_HOURS * SECONDS_PER_HOUR);
    return {
      kind: 'user-invitation',
      link: `${authUrlOf(this.settings, domain.name)}/connect/magiclink?token=${token}`,
      hours: INVITATION_HOURS,
    };
  }
}
