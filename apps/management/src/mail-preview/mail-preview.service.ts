import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import { renderMail, type Mail, type MessageContent } from '@latchkey/message';
import { BrandingRepository, type Domain } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import type { MailPreviewRequest } from './mail-preview.dto.js';

/** The lifetime of links in minutes, as the auth server has it. */
const LINK_MINUTES = 10;

/** Renders mails with invented data. */
@Injectable()
export class MailPreviewService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly brandings: BrandingRepository,
  ) {}

  /** A mail as a user of the domain would get it now. Its link leads nowhere. */
  async render({ id, name: domain }: Domain, { kind, language = 'en' }: MailPreviewRequest): Promise<Mail> {
    const branding = await this.brandings.find(id);
    const issuer = authUrlOf(this.settings, domain);
    const content: MessageContent =
      kind === 'sign-in-link'
        ? { kind, link: `${issuer}/connect/magiclink?token=preview`, minutes: LINK_MINUTES }
        : { kind: 'notice', notice: kind, account: `${issuer}/account` };
    const application = kind === 'sign-in-link' ? { name: 'Example', logoUri: null } : null;
    const request = { at: new Date().toISOString(), device: 'Firefox, Windows', address: '192.0.2.1', application };
    return renderMail(
      { to: 'maya@example.com', name: 'Maya Okafor', language, place: branding?.name ?? domain, content, request },
      branding,
    );
  }
}
