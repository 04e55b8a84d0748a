import type { Translator } from '@latchkey/page-texts';
import { h, type Element } from './hyperscript.js';
import { toSafeUrl } from './safe-url.js';
import { button, form, type ButtonKind } from './elements.js';
import type { InputError, PasskeyAction, FormView } from '../views/view-models.js';

interface PasskeyFormOptions extends FormView {
  passkey: PasskeyAction;
  kind: ButtonKind;
  /** The id of what describes the button. Then the button is the title of a row. */
  describedBy?: string;
  /** Enables autofill of passkeys in the username field (conditional mediation). */
  autofill?: boolean;
  fields?: Readonly<Record<string, string>>;
  /** The error that the page shows. If it is the missing script, the button does not repeat it. */
  error: InputError | null;
}

/** The button "Sign in with a passkey". See browser/pages.js for its script. */
export function passkeySignInForm(say: Translator, options: PasskeyFormOptions): Element {
  const texts = { cancelled: say('passkey-cancelled'), unsupported: say('passkey-unsupported') };
  return passkeyForm(say, options, { ceremony: 'get', text: say('sign-in-with-passkey'), ...texts });
}

/** The button "Create a passkey". */
export function passkeyCreationForm(say: Translator, options: PasskeyFormOptions): Element {
  const texts = { cancelled: say('passkey-not-created'), unsupported: say('passkey-unsupported'), exists: say('input-passkey-exists') };
  return passkeyForm(say, options, { ceremony: 'create', text: say('create-passkey'), ...texts });
}

interface Ceremony {
  ceremony: 'get' | 'create';
  text: string;
  cancelled: string;
  unsupported: string;
  exists?: string;
}

function passkeyForm(say: Translator, options: PasskeyFormOptions, { ceremony, text, cancelled, unsupported, exists }: Ceremony): Element {
  const attributes = {
    class: 'passkey',
    'data-passkey': ceremony,
    'data-options': toSafeUrl(options.passkey.options),
    'data-waiting': say('passkey-waiting'),
    'data-cancelled': cancelled,
    'data-unsupported': unsupported,
    ...(exists === undefined ? {} : { 'data-exists': exists }),
    ...(options.autofill ? { 'data-autofill': '' } : {}),
  };
  return form(
    { action: options.passkey.action, fields: { csrf: options.csrf, ...options.fields, response: '' }, attributes },
    options.describedBy === undefined
      ? button(text, { kind: options.kind, icon: 'passkey' })
      : h('button', { type: 'submit', class: 'title', 'aria-describedby': options.describedBy }, text),
    options.error === 'passkey-needs-script' ? null : h('noscript', {}, h('p', { class: 'hint' }, say('needs-script'))),
    h('p', { class: 'passkey-message', role: 'status', 'data-message': '' }),
  );
}
