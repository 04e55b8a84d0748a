import { Injectable } from '@nestjs/common';
import type { Passkey } from '@latchkey/persistence';
import { deviceOf } from '../method/device.js';
import { accountPage } from '../pages/account.view.js';
import { errorIn, noticeIn, type Told } from '../pages/told.js';
import type { AccountView, PasskeyItem, SessionItem } from '../pages/view-models.js';
import { Passkeys } from '../passkey/passkeys.js';
import { Sessions, type ListedSession } from '../provider/sessions.js';
import { RecoveryCodes } from '../recovery-code/recovery-codes.js';
import { Totp, type TotpStatus } from '../totp/totp.js';
import { AccountHolders } from './account-holders.js';
import type { AccountVisit } from './account-visit.js';

type Section = 'passkeys' | 'authenticatorApp' | 'recoveryCodes' | 'sessions' | 'account' | 'federated' | 'provider';

/** Brings together what a person sees of their account. */
@Injectable()
export class AccountPage {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly totp: Totp,
    private readonly codes: RecoveryCodes,
    private readonly sessions: Sessions,
    private readonly holders: AccountHolders,
  ) {}

  /** @param told at the top of the page. @returns the page as HTML */
  async render(visit: AccountVisit, told: Told | null): Promise<string> {
    const sections = await this.sectionsOf(visit);
    const view: AccountView = {
      csrf: visit.csrf,
      now: new Date(),
      notice: noticeIn(told),
      error: errorIn(told),
      createPasskey: { action: '/account/passkeys', ...(visit.mayChange && { options: '/account/passkeys/options' }) },
      endOtherSessions: '/account/sessions/end-others',
      signOut: '/account/sign-out',
      ...sections,
    };
    return accountPage(visit.context, view);
  }

  private async sectionsOf(visit: AccountVisit): Promise<Pick<AccountView, Section>> {
    const { domain, session } = visit;
    const { sub } = session;
    const [passkeys, app, left, sessions, holder] = await Promise.all([
      this.passkeys.list(domain, sub),
      this.totp.status(domain, sub),
      this.codes.remaining(domain, sub),
      this.sessions.list(domain.id, sub),
      this.holders.of(visit),
    ]);
    const canRecover = passkeys.length > 0 || app.confirmedAt !== null || left > 0;
    return {
      ...holder,
      passkeys: passkeys.map(passkeyItem),
      authenticatorApp: authenticatorAppOf(app),
      recoveryCodes: canRecover ? { left, regenerate: '/account/recovery-codes' } : null,
      sessions: sessions.map((item) => sessionItem(item, session.sid)),
    };
  }
}

function passkeyItem({ id, name, createdAt, lastUsedAt, backedUp }: Passkey): PasskeyItem {
  const address = `/account/passkeys/${id}`;
  return { name, createdAt, lastUsedAt, synced: backedUp, rename: `${address}/rename`, remove: `${address}/remove` };
}

function authenticatorAppOf({ confirmedAt, lastUsedAt }: TotpStatus): AccountView['authenticatorApp'] {
  if (confirmedAt === null) return { setUp: '/account/authenticator-app' };
  return { since: confirmedAt, lastUsedAt, remove: '/account/authenticator-app/remove' };
}

function sessionItem({ sid, authTime, lastSeen, userAgent }: ListedSession, currentSid: string): SessionItem {
  return {
    device: deviceOf(userAgent),
    startedAt: new Date(authTime * 1_000),
    lastSeenAt: lastSeen,
    current: sid === currentSid,
    end: `/account/sessions/${encodeURIComponent(sid)}/end`,
  };
}
