import { Injectable } from '@nestjs/common';
import { SafeFetchClient } from '@latchkey/outgoing';
import type { LeasedLogoutNotice } from '@latchkey/persistence';
import { LogoutTokenService } from './logout-token.service.js';

const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Posts logout tokens: OpenID Connect Back-Channel Logout 1.0 section 2.5. */
@Injectable()
export class LogoutNoticeSenderService {
  constructor(
    private readonly tokens: LogoutTokenService,
    private readonly safeFetch: SafeFetchClient,
  ) {}

  /** Sends a client a newly signed logout token. @throws Error unless the client confirms it */
  async send(domainId: string, notice: LeasedLogoutNotice): Promise<void> {
    const body = new URLSearchParams({ logout_token: await this.tokens.issue(domainId, notice) }).toString();
    const { status } = await this.safeFetch.notify(notice.uri, { method: 'POST', headers: FORM_HEADERS, body });
    if (status < 200 || status > 299) throw new Error(`http ${status}`);
  }
}
