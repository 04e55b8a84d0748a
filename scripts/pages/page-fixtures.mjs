/** @import * as models from '../../apps/auth/src/pages/views/view-models.js' */

import { ACCOUNT_FIXTURES } from './account-fixtures.mjs';

/**
 * A page with sample data, for screenshots and tests. A variant differs from another page in a sentence or two.
 *
 * @template [Model=any]
 *
 * @typedef {{ name: string, file: string, view: string, model: Model, formTargets?: string[], variant?: boolean, width?: number }} PageFixture
 */

const csrf = 'fixture';
const at = '/sign-in/fixture';
const application = 'Northwind Banking';
const username = 'maria.muster@example.com';
const passkey = { options: `${at}/passkey/options`, action: `${at}/passkey` };
/** @type {models.IdentityProviderChoice[]} */
const providers = [
  { displayName: 'Google', mark: 'google', isRemembered: false, action: `${at}/provider/google` },
  { displayName: 'Civic ID', mark: 'building', isRemembered: false, action: `${at}/provider/civic` },
];

/** @type {models.SignInView} */
const signIn = {
  csrf,
  application,
  username: '',
  error: null,
  continueTo: at,
  accounts: [],
  forget: `${at}/forget`,
  passkey,
  providers,
  signUp: null,
  cancel: `${at}/cancel`,
};

/** @type {models.MethodsView} */
const methods = {
  csrf,
  application,
  username,
  step: 'first',
  error: null,
  remembered: null,
  passkey,
  email: `${at}/email`,
  sms: `${at}/sms`,
  authenticatorApp: `${at}/authenticator-app`,
  recoveryCode: `${at}/recovery-code`,
  providers: [],
  startOver: at,
  cancel: `${at}/cancel`,
};

/** @type {models.CodeView} */
const code = { csrf, application, username, error: null, action: `${at}/code`, otherWay: at };

/** @type {models.InboxView} */
const inbox = {
  csrf,
  purpose: 'sign-in',
  channel: 'email',
  username,
  minutes: 10,
  isLimited: false,
  requestCount: 1,
  again: `${at}/email`,
  otherWay: at,
  waiting: { progress: `${at}/progress`, continueTo: `${at}/continue` },
};

/** @type {models.SignUpView} */
const signUp = {
  csrf,
  application,
  email: '',
  error: null,
  challenge: null,
  requestCount: 0,
  action: `${at}/sign-up`,
  signIn: at,
  cancel: `${at}/cancel`,
};

/** @type {models.NewAccountView} */
const newAccount = {
  csrf,
  email: username,
  name: '',
  destination: application,
  error: null,
  action: `${at}/sign-up/account`,
  fields: { token: 'fixture' },
};

/** @type {models.EnrolmentView} */
const enrolment = {
  csrf,
  reason: 'offer',
  error: null,
  passkey,
  authenticatorApp: `${at}/authenticator-app/new`,
  notNow: `${at}/not-now`,
  cancel: null,
};

/** @type {models.AuthenticatorAppView} */
const authenticatorApp = {
  csrf,
  uri: 'otpauth://totp/login.example.com:maria.muster%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=login.example.com',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  error: null,
  action: '/account/authenticator-app/confirm',
  cancel: '/account/authenticator-app/cancel',
};

/** @type {models.MagicLinkView} */
const magicLink = { csrf, account: username, destination: 'app.example.com', action: '/connect/magiclink', fields: { token: 'fixture' } };

/** @type {models.OtherDeviceView} */
const otherDevice = { csrf, application, account: username, allow: `${at}/allow`, deny: `${at}/deny`, fields: { token: 'fixture' } };

/** @type {models.RecoveryCodesView} */
const recoveryCodes = {
  csrf,
  codes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((n) => `${n}K7Q-M2XD-${n}HF4-T9WB`),
  download: '/account/recovery-codes/download',
  continueTo: '/account/recovery-codes/kept',
};

/** @type {models.ConsentView} */
const consent = {
  csrf,
  application,
  presentation: null,
  returnsTo: 'portal.northwind.example.com',
  account: username,
  scopes: ['openid', 'profile', 'email', 'offline_access', 'payments:read'],
  apis: [{ name: 'Northwind Orders', descriptions: ['Read your orders', 'Place and cancel orders'] }],
  claims: ['zoneinfo'],
  allow: `${at}/allow`,
  deny: `${at}/deny`,
};

/** @type {models.ConsentView} */
const longConsent = {
  ...consent,
  scopes: ['openid', 'https://graph.api.northwind-banking.example.com/accounts.readwrite.organisation.all'],
};

/** @type {models.ConsentView} */
const presentedConsent = {
  ...consent,
  application: 'Northwind Portal',
  presentation: {
    name: 'Northwind Portal',
    logoUri: null,
    clientUri: 'https://portal.northwind.example.com/',
    policyUri: 'https://portal.northwind.example.com/privacy',
    tosUri: 'https://portal.northwind.example.com/terms',
  },
};

/** @type {models.DeviceCodeView} */
const deviceCode = { csrf, code: '', error: null, action: '/device' };

/** @type {models.DeviceConfirmationView} */
const deviceConfirmation = {
  csrf,
  code: 'WDJB-MJHT',
  application,
  account: username,
  scopes: ['openid', 'profile', 'offline_access'],
  apis: [{ name: 'Northwind Orders', descriptions: ['Read your orders'] }],
  allow: '/device/allow',
  deny: '/device/deny',
};

/** @type {models.DeviceOutcomeView} */
const deviceAllowed = { outcome: 'allowed', enterCode: '/device' };

/** @type {models.SignOutView} */
const signOut = { application, action: '/connect/endsession/confirm', fields: { xsrf: 'fixture' } };

/** @type {models.SignedOutView} */
const signedOut = { continueTo: 'https://app.example.com/' };

/** @type {models.FormPostView} */
const formPost = { application, action: 'https://app.example.com/callback', fields: { code: 'fixture', state: 'fixture' } };

/** @type {models.ErrorView} */
const error = {
  kind: 'link-unusable',
  provider: null,
  requestId: '0a3f6c1e-5b0d-4c8e-9f57-2f1d0c7b9e11',
  backTo: 'https://app.example.com/',
  oauthError: null,
};

/** An error that only the developer of the application can fix. @type {models.ErrorView} */
const requestError = {
  ...error,
  kind: 'application-request',
  oauthError: {
    code: 'invalid_redirect_uri',
    description: 'https://app.example.com/callback/of/a/long/path?with=a%20query is not registered for client shop',
  },
};

/** @type {models.ErrorView} */
const signOutError = {
  ...error,
  kind: 'sign-out-request',
  backTo: '/account',
  oauthError: { code: 'invalid_request', description: 'the id_token_hint is not a JWT' },
};

/** Errors after a return from an identity provider. @type {models.ErrorView} */
const providerError = { ...error, kind: 'provider-cancelled', provider: 'Example Workplace', backTo: `${at}?anew=yes` };

/** @type {models.UnknownHostView} */
const unknownHost = {
  host: 'loign.example.com',
  examples: [
    { name: 'localhost', url: 'http://localhost:3001' },
    { name: 'a-domain-with-a-long-name.sandbox.localhost', url: 'http://a-domain-with-a-long-name.sandbox.localhost:3001' },
  ],
  requestId: error.requestId,
};

/** @type {PageFixture[]} */
export const PAGE_FIXTURES = [
  { name: 'sign-in', file: 'sign-in.view.js', view: 'signInPage', model: signIn },
  { name: 'sign-in-error', variant: true, file: 'sign-in.view.js', view: 'signInPage', model: { ...signIn, error: 'username-missing' } },
  {
    name: 'choose-account',
    file: 'sign-in.view.js',
    view: 'signInPage',
    model: {
      ...signIn,
      accounts: [
        { username, isSignedIn: true },
        { username: 'm.muster@northwind.example.com', isSignedIn: false },
      ],
      providers: [],
    },
  },
  {
    name: 'sign-in-providers-only',
    file: 'sign-in.view.js',
    view: 'signInPage',
    model: { ...signIn, continueTo: null, passkey: null },
  },
  { name: 'methods', file: 'methods.view.js', view: 'methodsPage', model: methods },
  {
    name: 'second-factor',
    file: 'methods.view.js',
    view: 'methodsPage',
    model: { ...methods, step: 'second', email: null, sms: null, error: 'not-sufficient' },
  },
  {
    name: 'methods-remembered',
    variant: true,
    file: 'methods.view.js',
    view: 'methodsPage',
    model: { ...methods, remembered: 'email' },
  },
  { name: 'code', file: 'code.view.js', view: 'authenticatorCodePage', model: code },
  { name: 'code-wrong', variant: true, file: 'code.view.js', view: 'authenticatorCodePage', model: { ...code, error: 'code-wrong' } },
  { name: 'recovery-code', file: 'code.view.js', view: 'recoveryCodePage', model: code },
  { name: 'inbox', file: 'magic-link.view.js', view: 'inboxPage', model: inbox },
  { name: 'inbox-sms', variant: true, file: 'magic-link.view.js', view: 'inboxPage', model: { ...inbox, channel: 'sms', again: null } },
  { name: 'sign-in-sign-up', variant: true, file: 'sign-in.view.js', view: 'signInPage', model: { ...signIn, signUp: `${at}/sign-up` } },
  { name: 'sign-up', file: 'sign-up.view.js', view: 'signUpPage', model: signUp },
  { name: 'sign-up-error', variant: true, file: 'sign-up.view.js', view: 'signUpPage', model: { ...signUp, error: 'email-invalid' } },
  {
    name: 'sign-up-challenge',
    variant: true,
    file: 'sign-up.view.js',
    view: 'signUpPage',
    model: {
      ...signUp,
      challenge: '{"parameters":{"algorithm":"PBKDF2/SHA-256","nonce":"00","salt":"00","cost":1,"keyLength":32,"keyPrefix":"00"}}',
    },
  },
  { name: 'sign-up-sent', variant: true, file: 'magic-link.view.js', view: 'inboxPage', model: { ...inbox, purpose: 'sign-up' } },
  { name: 'new-account', file: 'sign-up.view.js', view: 'newAccountPage', model: newAccount },
  { name: 'magic-link', file: 'magic-link.view.js', view: 'magicLinkPage', model: magicLink },
  { name: 'other-device', file: 'magic-link.view.js', view: 'otherDevicePage', model: otherDevice },
  { name: 'enrolment', file: 'enrolment.view.js', view: 'enrolmentPage', model: enrolment },
  {
    name: 'enrolment-reset',
    variant: true,
    file: 'enrolment.view.js',
    view: 'enrolmentPage',
    model: { ...enrolment, reason: 'reset', notNow: null },
  },
  { name: 'authenticator-app', file: 'enrolment.view.js', view: 'authenticatorAppPage', model: authenticatorApp },
  { name: 'recovery-codes', file: 'enrolment.view.js', view: 'recoveryCodesPage', model: recoveryCodes },
  { name: 'consent', file: 'consent.view.js', view: 'consentPage', model: consent },
  { name: 'consent-presented', variant: true, file: 'consent.view.js', view: 'consentPage', model: presentedConsent },
  { name: 'consent-long', variant: true, file: 'consent.view.js', view: 'consentPage', model: longConsent },
  { name: 'device-code', file: 'device.view.js', view: 'deviceCodePage', model: deviceCode },
  {
    name: 'device-code-wrong',
    variant: true,
    file: 'device.view.js',
    view: 'deviceCodePage',
    model: { ...deviceCode, error: 'device-code-wrong' },
  },
  { name: 'device-confirmation', file: 'device.view.js', view: 'deviceConfirmationPage', model: deviceConfirmation },
  { name: 'device-allowed', file: 'device.view.js', view: 'deviceOutcomePage', model: deviceAllowed },
  {
    name: 'device-denied',
    variant: true,
    file: 'device.view.js',
    view: 'deviceOutcomePage',
    model: { ...deviceAllowed, outcome: 'denied' },
  },
  { name: 'device-over', variant: true, file: 'device.view.js', view: 'deviceOutcomePage', model: { ...deviceAllowed, outcome: 'over' } },
  ...ACCOUNT_FIXTURES,
  { name: 'sign-out', file: 'sign-out.view.js', view: 'signOutPage', model: signOut },
  { name: 'signed-out', file: 'sign-out.view.js', view: 'signedOutPage', model: signedOut },
  { name: 'form-post', variant: true, file: 'sign-out.view.js', view: 'formPostPage', model: formPost, formTargets: [formPost.action] },
  { name: 'error', file: 'error.view.js', view: 'errorPage', model: error },
  { name: 'unknown-host', file: 'unknown-host.view.js', view: 'unknownHostPage', model: unknownHost },
  { name: 'error-request', variant: true, file: 'error.view.js', view: 'errorPage', model: requestError },
  { name: 'error-sign-out', variant: true, file: 'error.view.js', view: 'errorPage', model: signOutError },
  { name: 'provider-cancelled', file: 'error.view.js', view: 'errorPage', model: providerError },
  { name: 'provider-unavailable', file: 'error.view.js', view: 'errorPage', model: { ...providerError, kind: 'provider-unavailable' } },
  { name: 'provider-too-weak', file: 'error.view.js', view: 'errorPage', model: { ...providerError, kind: 'provider-too-weak' } },
  { name: 'provider-not-allowed', file: 'error.view.js', view: 'errorPage', model: { ...providerError, kind: 'provider-not-allowed' } },
];
