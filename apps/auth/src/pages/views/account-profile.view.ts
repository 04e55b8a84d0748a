import { getTranslator, isTextKey, LANGUAGE_NAMES, LANGUAGES, type Translator } from '@latchkey/page-texts';
import { accountFrame } from '../components/account-frame.js';
import { alert, button, facts, form, notice, selectField, textField, type Option } from '../components/elements.js';
import { h, type Attributes, type Element } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import { allowBreakBeforeAt } from '../components/wrapping.js';
import type { PageContext } from '../page-context.js';
import type { AccountProfileView } from './account-view-models.js';

type Field = AccountProfileView['fields'][number];

/** WCAG 2.2 success criterion 1.3.5. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
  middle_name: 'additional-name',
  nickname: 'nickname',
  picture: 'photo',
  website: 'url',
  gender: 'sex',
  birthdate: 'bday',
};
const ADDRESSES: ReadonlySet<string> = new Set(['picture', 'profile', 'website']);
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone): Option => ({ value: zone, text: zone.replaceAll('_', ' ') }));
const LOCALES = LANGUAGES.map((language): Option => ({ value: language, text: LANGUAGE_NAMES[language], language }));

/** Heading "Profile"; a field for each attribute that the user may change, a button "Save"; heading "Email address", field "New email address", button "Send the link"; heading "Not changed here". */
export function accountProfilePage(context: PageContext, view: AccountProfileView): string {
  const say = getTranslator(context);
  const { fields, fixed, csrf, version, error } = view;
  return renderPage(
    context,
    { heading: say('data-profile'), failed: error !== null, account: accountFrame(say, 'data-profile', csrf) },
    notice(view.notice && say(`notice-${view.notice}`)),
    alert(error && say(`input-${error}`)),
    h('p', {}, say('profile-intro')),
    fields.length === 0
      ? null
      : h(
          'section',
          { 'aria-label': say('data-profile') },
          form(
            { action: view.action, fields: { csrf, version } },
            fields.map((field) => attributeField(say, field)),
            button(say('save'), { kind: 'primary' }),
          ),
        ),
    view.email && emailForm(say, csrf, view.email),
    fixed.length === 0
      ? null
      : h(
          'section',
          { 'aria-labelledby': 'fixed' },
          h('h2', { id: 'fixed' }, say('profile-fixed')),
          h('p', { class: 'hint' }, explainFixed(say, view)),
          facts(fixed.map(([name, value]) => [nameAttribute(say, name), value] as const)),
        ),
  );
}

function emailForm(say: Translator, csrf: string, { address, action }: NonNullable<AccountProfileView['email']>): Element {
  const field = { id: 'email', name: 'email', label: say('email-new-label') };
  return h(
    'section',
    { 'aria-labelledby': 'email-heading' },
    h('h2', { id: 'email-heading' }, say('attribute-email')),
    address === '' ? null : h('p', {}, h('bdi', {}, allowBreakBeforeAt(address))),
    h('p', { class: 'hint' }, say('email-intro')),
    form(
      { action, fields: { csrf } },
      textField({ ...field, attributes: { type: 'email', autocomplete: 'email', required: true } }),
      button(say('email-send'), { kind: 'secondary' }),
    ),
  );
}

/** The name of an attribute in words, if there are any. */
export function nameAttribute(say: Translator, name: string): string {
  const key = `attribute-${name}`;
  return isTextKey(key) ? say(key) : name;
}

function explainFixed(say: Translator, { kind, provider }: AccountProfileView): string {
  if (kind === 'provider') return say('profile-from-provider', { provider: provider ?? '' });
  return say(kind === 'directory' ? 'profile-from-directory' : 'profile-by-operator');
}

function attributeField(say: Translator, { name, value, error }: Field): Element {
  const field = { id: name, name, label: nameAttribute(say, name), value, error: error === null ? undefined : say(`field-${error}`) };
  if (name === 'locale' || name === 'zoneinfo') return selectField({ ...field, options: listOptions(say, name, value) });
  const attributes: Attributes = {
    autocomplete: AUTOCOMPLETE[name] ?? 'off',
    ...(ADDRESSES.has(name) ? { type: 'url' } : { autocapitalize: 'words' }),
    ...(name === 'name' && { required: true }),
  };
  return textField({ ...field, ...(name === 'birthdate' && { hint: say('profile-birthdate-hint') }), attributes });
}

/** A stored value that is none of the choices stays one. */
function listOptions(say: Translator, name: 'locale' | 'zoneinfo', value: string): Option[] {
  const known = name === 'locale' ? LOCALES : TIME_ZONES;
  const other = value === '' || known.some((option) => option.value === value) ? [] : [{ value, text: value }];
  return [{ value: '', text: say('profile-not-chosen') }, ...other, ...known];
}
