import { Injectable } from '@nestjs/common';
import { nameCountry, type MessageLanguage } from '@latchkey/message';
import type { Passkey } from '@latchkey/persistence';
import { describeDevice } from '../authentication-method/user-agent.js';
import { accountPage } from '../pages/views/account.view.js';
import { toInputError, toNotice, type FlashMessage } from '../pages/http/flash-message.js';
import type { AccountView, PasskeyItem, SessionItem } from '../pages/views/account-view-models.js';
import { PasskeyService } from '../passkey/passkey.service.js';
import { SessionService, type ListedSession } from '../authorization/session.service.js';
import { RecoveryCodeService } from '../recovery-code/recovery-code.service.js';
import { TotpService, type TotpStatus } from '../totp/totp.service.js';
import { AccountHolderService } from './account-holder.service.js';
import type { AccountContext } from './account-context.js';

type Section =
  | 'username'
  | 'agents'
  | 'applications'
  | 'passkeys'
  | 'authenticatorApp'
  | 'recoveryCodes'
  | 'sessions'
  | 'account'
  | 'federated'
  | 'provider'
  | 'timeZone';

/** Renders the account page. */
@Injectable()
export class AccountPageService {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly totp: TotpService,
    private readonly codes: RecoveryCodeService,
    private readonly sessions: SessionService,
    private readonly holders: AccountHolderService,
  ) {}

  /** @param flashMessage displayed at the top of the page @returns the page, and the pictures that it loads */
  async render(account: AccountContext, flashMessage: FlashMessage | null): Promise<{ html: string; pictures: (string | null)[] }> {
    const sections = await this.loadSections(account);
    const view: AccountView = {
      csrf: account.formToken,
      now: new Date(),
      notice: toNotice(flashMessage),
      error: toInputError(flashMessage),
      createPasskey: { action: '/account/passkeys', ...(account.canChange && { options: '/account/passkeys/options' }) },
      endOtherSessions: '/account/sessions/end-others',
      ...sections,
    };
    return { html: accountPage(account.context, view), pictures: view.applications.map(({ logo }) => logo) };
  }

  private async loadSections(account: AccountContext): Promise<Pick<AccountView, Section>> {
    const { domain, session } = account;
    const { sub } = session;
    const [passkeys, app, remainingCodes, sessions, holder] = await Promise.all([
      this.passkeys.list(domain, sub),
      this.totp.status(domain, sub),
      this.codes.countRemaining(domain, sub),
      this.sessions.list(domain.id, sub),
      this.holders.load(account),
    ]);
    const canRecover = passkeys.length > 0 || app.confirmedAt !== null || remainingCodes > 0;
    return {
      ...holder,
      passkeys: passkeys.map(toPasskeyItem),
      authenticatorApp: toAuthenticatorAppItem(app),
      recoveryCodes: canRecover ? { left: remainingCodes, regenerate: '/account/recovery-codes' } : null,
      sessions: sessions.map((item) => toSessionItem(item, session.sid, account.context.language)),
    };
  }
}

function toPasskeyItem({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyItem {
  const address = `/account/passkeys/${id}`;
  return { name, createdAt, lastUsedAt, synced: backedUp, rename: `${address}/rename`, remove: `${address}/remove` };
}

function toAuthenticatorAppItem({ confirmedAt, lastUsedAt }: TotpStatus): AccountView['authenticatorApp'] {
  if (confirmedAt === null) return { setUp: '/account/authenticator-app' };
  return { since: confirmedAt, lastUsedAt, remove: '/account/authenticator-app/remove' };
}

function toSessionItem(
  { sid, authTime, lastSeen, userAgent, address, country }: ListedSession,
  currentSid: string,
  language: MessageLanguage,
): SessionItem {
  return {
    device: describeDevice(userAgent),
    address: address ?? null,
    country: country ? nameCountry(country, language) : null,
    startedAt: new Date(authTime * 1_000),
    lastSeenAt: lastSeen,
    current: sid === currentSid,
    end: `/account/sessions/${encodeURIComponent(sid)}/end`,
  };
}
