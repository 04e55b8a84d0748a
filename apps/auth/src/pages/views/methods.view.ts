import { getTranslator, type Translator, type TextKey } from '@latchkey/page-texts';
import { accountBox } from '../components/account-box.js';
import { alert, button, form } from '../components/elements.js';
import { lostHelp } from '../components/help.js';
import { h, type Element } from '../components/hyperscript.js';
import { tile, type IconName } from '../components/icon.js';
import { renderPage } from '../components/layout.js';
import { lineId, methodRows } from '../components/method-row.js';
import { passkeySignInForm } from '../components/passkey-form.js';
import type { PageContext } from '../page-context.js';
import { getPurposeText, identityProviderForms } from './sign-in.view.js';
import type { MethodsView, SignInMethod } from './view-models.js';

interface Choice {
  method: SignInMethod;
  text: TextKey;
  line: TextKey;
  icon: IconName;
}

const CHOICES: readonly Choice[] = [
  { method: 'passkey', text: 'sign-in-with-passkey', line: 'passkey-line', icon: 'passkey' },
  { method: 'email', text: 'email-link', line: 'email-link-line', icon: 'mail' },
  { method: 'sms', text: 'text-link', line: 'text-link-line', icon: 'message' },
  { method: 'authenticatorApp', text: 'use-authenticator-app', line: 'authenticator-app-line', icon: 'authenticator-app' },
  { method: 'recoveryCode', text: 'use-recovery-code', line: 'recovery-code-line', icon: 'help' },
];

/** Choice of methods: "Email me a link", "Text me a link", "Use an authenticator app", "Use a recovery code" and a passkey. */
export function methodsPage(context: PageContext, view: MethodsView): string {
  const say = getTranslator(context);
  const { csrf, username, error, remembered } = view;
  const offered = CHOICES.filter(({ method }) => view[method] !== null);
  const primary = offered.find(({ method }) => method === remembered) ?? offered[0];
  const others = offered.filter((choice) => choice !== primary);
  return renderPage(
    context,
    { heading: say(view.step === 'first' ? 'methods-heading' : 'methods-second-heading'), failed: error !== null },
    h('p', { class: 'lead' }, getIntroText(say, view)),
    accountBox(say, { account: username, change: view.startOver }),
    alert(error && say(`input-${error}`)),
    primary && primaryForm(say, view, primary),
    others.length === 0 ? null : moreWays(say, view, others),
    view.providers.length === 0 ? null : h('div', { class: 'choices' }, identityProviderForms(say, csrf, view.providers)),
    lostHelp(context),
    view.cancel === null
      ? null
      : form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('back'), { kind: 'quiet' })),
  );
}

function primaryForm(say: Translator, view: MethodsView, { method, text, icon }: Choice): Element {
  const { csrf, username, error, passkey } = view;
  const isRemembered = method === view.remembered;
  return h(
    'div',
    { class: 'primary-way' },
    method === 'passkey'
      ? passkeySignInForm(say, { csrf, passkey: passkey!, error, kind: 'primary', fields: { username } })
      : form({ action: view[method]!, fields: { csrf, username } }, button(say(text), { kind: 'primary', icon })),
    isRemembered ? h('p', { class: 'hint aside' }, say('last-used')) : null,
  );
}

/** Folded only if the browser remembers a passkey, which nearly always works again. Nothing hides from newcomers. */
function moreWays(say: Translator, view: MethodsView, choices: readonly Choice[]): Element {
  return h(
    'details',
    { class: 'more', open: view.remembered !== 'passkey' },
    h('summary', {}, say('more-ways')),
    methodRows(
      choices.map(({ method, text, line, icon }) => ({
        id: method,
        start: tile(icon),
        line: say(line),
        form: rowForm(say, view, { method, text }),
      })),
    ),
  );
}

function rowForm(say: Translator, view: MethodsView, { method, text }: Pick<Choice, 'method' | 'text'>): Element {
  const { csrf, username, error, passkey } = view;
  const describedBy = lineId(method);
  if (method === 'passkey')
    return passkeySignInForm(say, { csrf, passkey: passkey!, error, kind: 'secondary', describedBy, fields: { username } });
  return form(
    { action: view[method]!, fields: { csrf, username } },
    h('button', { type: 'submit', class: 'title', 'aria-describedby': describedBy }, say(text)),
  );
}

function getIntroText(say: Translator, { step, application }: MethodsView): string {
  if (step === 'first') return getPurposeText(say, application);
  return application === null ? say('methods-second-intro-account') : say('methods-second-intro', { application });
}
