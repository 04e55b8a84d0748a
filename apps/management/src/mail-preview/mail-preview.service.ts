import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { renderMail, type Mail, type MessageContent } from '@latchkey/message';
import { BrandingRepository, type Domain } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import type { MailKind, MailPreviewRequest } from './mail-preview.dto.js';

/** The lifetimes of links, as the auth server has them. */
const [LINK_MINUTES, CONFIRM_MINUTES] = [10, 30];
const [INVITATION_DAYS, UNDO_DAYS] = [7, 3];
const USER_INVITATION_HOURS = 24;

/** Renders mails with invented data. */
@Injectable()
export class MailPreviewService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly brandings: BrandingRepository,
  ) {}

  /** A mail as a user of the domain would get it now. Its link leads nowhere. */
  async render({ id, name: domain }: Domain, { kind, language: asked }: MailPreviewRequest): Promise<Mail> {
    const language = asked ?? 'en';
    const branding = await this.brandings.find(id);
    const issuer = authUrlOf(this.settings, domain);
    const content = createContent(kind, issuer);
    const isOfApplication = ['sign-in-link', 'sign-up-link', 'account-exists'].includes(kind);
    const application = isOfApplication ? { name: 'Example', logoUri: null } : null;
    const request = { at: new Date().toISOString(), device: 'Firefox, Windows', address: '192.0.2.1', application };
    const message = { to: 'maya@example.com', name: 'Maya Okafor', language, place: branding?.name ?? domain, content };
    // Who gets an invitation has asked for nothing.
    return renderMail({ ...message, ...(!kind.endsWith('-invitation') && { request }) }, branding);
  }
}

function createContent(kind: MailKind, issuer: string): MessageContent {
  const link = `${issuer}/connect/magiclink?token=preview`;
  if (kind === 'email-confirmation') return { kind, link: `${issuer}/account/email/confirm?token=preview`, minutes: CONFIRM_MINUTES };
  if (kind === 'email-changed') return { kind, link: `${issuer}/account/email/undo?token=preview`, days: UNDO_DAYS };
  if (kind === 'user-invitation') return { kind, link, hours: USER_INVITATION_HOURS };
  if (kind === 'provider-invitation') return { kind, link: 'https://app.example.com/', identityProvider: 'Example' };
  if (kind === 'sign-up-invitation') return { kind, link, days: INVITATION_DAYS };
  if (kind === 'sign-in-link' || kind === 'sign-up-link' || kind === 'account-exists') return { kind, link, minutes: LINK_MINUTES };
  return { kind: 'notice', notice: kind, account: `${issuer}/account` };
}
