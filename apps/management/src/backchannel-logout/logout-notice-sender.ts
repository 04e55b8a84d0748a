import { Injectable } from '@nestjs/common';
import { OutgoingClient } from '@latchkey/outgoing';
import type { ClaimedNotice } from '@latchkey/persistence';
import { LogoutTokens } from './logout-tokens.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Posts logout tokens: OpenID Connect Back-Channel Logout 1.0 section 2.5. */
@Injectable()
export class LogoutNoticeSender {
  constructor(
    private readonly tokens: LogoutTokens,
    private readonly outgoing: OutgoingClient,
  ) {}

  /** Tells a client, by a token of this moment. @throws Error if it has not said that it heard */
  async send(domainId: string, notice: ClaimedNotice): Promise<void> {
    const body = new URLSearchParams({ logout_token: await this.tokens.issue(domainId, notice) }).toString();
    const status = await this.outgoing.notify(notice.uri, { method: 'POST', headers: FORM, body });
    if (status < 200 || status > 299) throw new Error(`http ${status}`);
  }
}
