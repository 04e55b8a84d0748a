import { getTranslator, type TextKey, type Translator } from '@latchkey/page-texts';
import { accountFrame } from '../components/account-frame.js';
import { alert, button, facts, form, textField } from '../components/elements.js';
import { h, type Element } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import { toSafeUrl } from '../components/safe-url.js';
import { textWithTime } from '../components/time.js';
import { createDateFormatter } from '../i18n/date-formatter.js';
import type { PageContext } from '../page-context.js';
import { nameAttribute } from './account-profile.view.js';
import type { AccountDataView, AccountErasedView } from './account-view-models.js';

const KINDS: Readonly<Record<AccountDataView['counts'][number]['kind'], TextKey>> = {
  roles: 'data-roles',
  passkeys: 'passkeys',
  authenticatorApps: 'authenticator-app',
  recoveryCodes: 'recovery-codes',
  sessions: 'sessions',
  applications: 'applications',
  agents: 'agents',
  messages: 'data-messages',
  magicLinks: 'data-links',
  other: 'data-other',
};

/** Headings "Profile", "Also kept", "Delete account"; link "Download your data"; button "Delete account". */
export function accountDataPage(context: PageContext, view: AccountDataView): string {
  const say = getTranslator(context);
  const counts = view.counts.map(({ kind, count }) => [say(KINDS[kind]), String(count)] as const);
  return renderPage(
    context,
    { heading: say('account-data'), failed: view.error !== null, account: accountFrame(say, 'account-data', view.csrf) },
    alert(view.error && say(`input-${view.error}`)),
    h('p', {}, say('data-intro')),
    h(
      'section',
      { 'aria-labelledby': 'profile' },
      h('h2', { id: 'profile' }, say('data-profile')),
      facts(view.attributes.map(([name, value]) => [nameAttribute(say, name), showValue(say, name, value)] as const)),
    ),
    h(
      'section',
      { 'aria-labelledby': 'kept' },
      h('h2', { id: 'kept' }, say('data-kept')),
      facts(counts),
      h('p', { class: 'hint' }, say('data-file')),
      h('a', { href: toSafeUrl(view.download), class: 'button secondary', download: '' }, say('data-download')),
    ),
    view.deletion && deletion(say, { csrf: view.csrf, ...view.deletion }),
  );
}

/** The flags of verified addresses in words. */
function showValue(say: Translator, name: string, value: string): string {
  return name === 'email_verified' || name === 'phone_number_verified' ? nameAttribute(say, value) : value;
}

function deletion(say: Translator, { csrf, username, action }: NonNullable<AccountDataView['deletion']> & { csrf: string }): Element {
  const field = { id: 'confirmation', name: 'confirmation', label: say('delete-account-label', { username }) };
  return h(
    'section',
    { 'aria-labelledby': 'delete' },
    h('h2', { id: 'delete' }, say('delete-account')),
    h('p', { class: 'hint' }, say('delete-account-intro')),
    form(
      { action, fields: { csrf } },
      textField({ ...field, attributes: { autocomplete: 'off', required: true } }),
      button(say('delete-account'), { kind: 'danger' }),
    ),
  );
}

/** Heading "Your account was deleted"; link "Download the receipt". */
export function accountErasedPage(context: PageContext, { erasedAt, now, download }: AccountErasedView): string {
  const say = getTranslator(context);
  const times = createDateFormatter(context.language, now, null);
  return renderPage(
    context,
    { heading: say('account-erased-heading') },
    h(
      'p',
      {},
      textWithTime(times, erasedAt, (date) => say('account-erased-intro', { date })),
    ),
    h('p', {}, say('account-erased-receipt')),
    h('a', { href: toSafeUrl(download), class: 'button primary', download: '' }, say('account-erased-download')),
  );
}
