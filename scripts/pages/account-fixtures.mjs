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
    {
      device: 'Firefox, Windows',
      address: '203.0.113.77',
      country: 'Portugal',
      startedAt: new Date('2026-11-20T08:00:00Z'),
      lastSeenAt: NOW,
      current: true,
      end: '/account/session/1',
    },
    {
      device: 'Safari, iPhone',
      address: '2001:db8:0:17',
      country: null,
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

/** @type {models.AccountProfileView} */
const accountProfile = {
  csrf,
  action: '/account/profile',
  version: 'fixture',
  fields: [
    { name: 'name', value: 'Maria Muster', error: null },
    { name: 'given_name', value: 'Maria', error: null },
    { name: 'family_name', value: 'Muster', error: null },
    { name: 'locale', value: 'de-AT', error: null },
    { name: 'zoneinfo', value: 'Europe/Vienna', error: null },
  ],
  email: { address: username, action: '/account/email' },
  fixed: [['preferred_username', username]],
  kind: null,
  provider: null,
  notice: 'profile-saved',
  error: null,
};

/** @type {models.EmailLinkView & { csrf: string }} */
const emailLink = { csrf, address: username, action: '/account/email/confirm', fields: { token: 'fixture' } };

/** @type {models.EmailLinkView} */
const emailUndo = { address: username, action: '/account/email/undo', fields: { token: 'fixture' } };

/** @type {models.AccountProfileView} */
const profileErrors = {
  ...accountProfile,
  fields: [
    { name: 'name', value: '', error: 'name' },
    { name: 'locale', value: 'de-AT', error: 'unusable' },
    { name: 'website', value: 'maria', error: 'address' },
    { name: 'birthdate', value: '1984-02-30', error: 'birthdate' },
  ],
  notice: null,
  error: 'profile-invalid',
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
  { name: 'account-profile', width: ACCOUNT_WIDTH, file: 'account-profile.view.js', view: 'accountProfilePage', model: accountProfile },
  { name: 'account-profile-errors', variant: true, file: 'account-profile.view.js', view: 'accountProfilePage', model: profileErrors },
  {
    name: 'account-profile-federated',
    variant: true,
    file: 'account-profile.view.js',
    view: 'accountProfilePage',
    model: { ...accountProfile, fields: [], email: null, kind: 'provider', provider: 'Example Workplace', notice: null },
  },
  { name: 'email-confirmation', file: 'account-email.view.js', view: 'emailConfirmationPage', model: emailLink },
  { name: 'email-sign-in', variant: true, file: 'account-email.view.js', view: 'emailSignInPage', model: { continueTo: '/account' } },
  { name: 'email-undo', file: 'account-email.view.js', view: 'emailUndoPage', model: emailUndo },
  { name: 'email-undone', variant: true, file: 'account-email.view.js', view: 'emailUndonePage', model: { continueTo: '/account' } },
  { name: 'account-erased', file: 'account-data.view.js', view: 'accountErasedPage', model: accountErased },
];
