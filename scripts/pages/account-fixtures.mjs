/** @import * as models from '../../apps/auth/src/pages/views/account-view-models.js' */
/** @import { PageFixture } from './page-fixtures.mjs' */

const csrf = 'fixture';
/** Enough for the menu beside the content. */
const ACCOUNT_WIDTH = 1000;
const NOW = new Date('2026-11-20T12:00:00Z');
const username = 'maria.muster@example.com';

/** @type {models.AccountView} */
const account = {
  csrf,
  now: NOW,
  timeZone: null,
  account: 'Maria Muster',
  username,
  notice: 'passkey-created',
  error: null,
  federated: false,
  provider: null,
  passkeys: [
    {
      name: 'iPhone',
      createdAt: new Date('2026-03-03T09:00:00Z'),
      lastUsedAt: new Date('2026-11-19T20:00:00Z'),
      synced: true,
      rename: '/account/passkey/1/rename',
      remove: '/account/passkey/1/remove',
    },
    {
      name: 'Security key',
      createdAt: new Date('2026-11-20T11:58:00Z'),
      lastUsedAt: null,
      synced: false,
      rename: '/account/passkey/2/rename',
      remove: '/account/passkey/2/remove',
    },
  ],
  createPasskey: { options: '/account/passkey/options', action: '/account/passkey' },
  authenticatorApp: {
    since: new Date('2026-03-03T09:05:00Z'),
    lastUsedAt: new Date('2026-10-02T07:00:00Z'),
    remove: '/account/totp/remove',
  },
  recoveryCodes: { left: 8, regenerate: '/account/recovery-codes' },
  sessions: [
    { device: 'Firefox, Windows', startedAt: new Date('2026-11-20T08:00:00Z'), lastSeenAt: NOW, current: true, end: '/account/session/1' },
    {
      device: 'Safari, iPhone',
      startedAt: new Date('2026-11-02T18:30:00Z'),
      lastSeenAt: new Date('2026-11-20T11:20:00Z'),
      current: false,
      end: '/account/session/2',
    },
  ],
  agents: [
    {
      name: 'Travel planner',
      scopes: ['openid', 'offline_access'],
      apis: [{ name: 'Bookings', descriptions: ['Read bookings', 'Book trips up to 500 euros'] }],
      expiresAt: new Date('2026-12-31T12:00:00Z'),
      end: '/account/agents/travel/end',
    },
    { name: 'reports', scopes: [], apis: [], expiresAt: null, end: '/account/agents/reports/end' },
  ],
  applications: [
    {
      name: 'Shop',
      logo: null,
      scopes: ['openid', 'email'],
      apis: [{ name: 'Bookings', descriptions: ['Read bookings'] }],
      since: new Date('2026-11-02T18:30:00Z'),
      remove: '/account/applications/shop/remove',
    },
  ],
  endOtherSessions: '/account/session/others',
};

/** @type {models.AccountDataView} */
const accountData = {
  csrf,
  attributes: [
    ['name', 'Maria Muster'],
    ['email', username],
    ['preferred_username', username],
    ['department', 'Accounting'],
  ],
  counts: [
    { kind: 'passkeys', count: 2 },
    { kind: 'recoveryCodes', count: 10 },
    { kind: 'sessions', count: 2 },
    { kind: 'other', count: 3 },
  ],
  download: '/account/data/download',
  deletion: { username, action: '/account/data/delete' },
  error: null,
};

/** @type {models.AccountErasedView} */
const accountErased = { erasedAt: NOW, now: NOW, download: '/account/data/erasure/1/receipt' };

/** @type {models.AccountView} */
const newAccount = {
  ...account,
  notice: null,
  passkeys: [],
  authenticatorApp: { setUp: '/account/totp' },
  recoveryCodes: null,
  sessions: account.sessions.slice(0, 1),
};

/** @type {models.AccountActivityView} */
const accountActivity = {
  csrf,
  items: [
    { type: 'user.signed_in', at: new Date('2026-11-20T11:00:00Z'), application: 'Shop', isByOther: false },
    { type: 'passkey.created', at: new Date('2026-11-19T10:00:00Z'), application: null, isByOther: false },
    { type: 'user.updated', at: new Date('2026-11-18T09:00:00Z'), application: null, isByOther: true },
  ],
  older: '/account/activity?before=17',
  now: NOW,
  timeZone: null,
};

/** @type {PageFixture[]} */
export const ACCOUNT_FIXTURES = [
  { name: 'account', width: ACCOUNT_WIDTH, file: 'account.view.js', view: 'accountPage', model: account },
  {
    name: 'account-federated',
    width: ACCOUNT_WIDTH,
    file: 'account.view.js',
    view: 'accountPage',
    model: { ...account, notice: null, federated: true, provider: 'Example Workplace' },
  },
  { name: 'account-new', variant: true, file: 'account.view.js', view: 'accountPage', model: newAccount },
  { name: 'account-activity', width: ACCOUNT_WIDTH, file: 'account-activity.view.js', view: 'accountActivityPage', model: accountActivity },
  { name: 'account-data', width: ACCOUNT_WIDTH, file: 'account-data.view.js', view: 'accountDataPage', model: accountData },
  { name: 'account-erased', file: 'account-data.view.js', view: 'accountErasedPage', model: accountErased },
];
