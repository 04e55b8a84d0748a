import { h, type Element } from '../components/hyperscript.js';
import { alert, button, form, link } from '../components/elements.js';
import { lostHelp } from '../components/help.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { passkeySignInForm } from '../components/passkey-form.js';
import { identityProviderForms, getPurposeText } from './sign-in.view.js';
import type { TextKey } from '../i18n/texts/en.js';
import { getTranslator, type Translator } from '../i18n/texts/texts.js';
import type { MethodsView } from './view-models.js';

/** Choice of methods: "Email me a link", "Text me a link", "Use an authenticator app", "Use a recovery code" and a passkey. */
export function methodsPage(context: PageContext, view: MethodsView): string {
  const say = getTranslator(context.language);
  const { csrf, username, error, passkey } = view;
  return renderPage(
    context,
    { heading: say(view.step === 'first' ? 'methods-heading' : 'methods-second-heading'), failed: error !== null },
    h('p', { class: 'lead' }, getIntroText(say, view)),
    signingInAs(say, view),
    alert(error && say(`input-${error}`)),
    h(
      'div',
      { class: 'choices' },
      passkey && passkeySignInForm(say, { csrf, passkey, error, kind: 'primary', fields: { username } }),
      listMethodActions(view).map(([text, action]) =>
        form({ action, fields: { csrf, username } }, button(say(text), { kind: 'secondary' })),
      ),
      identityProviderForms(say, csrf, view.providers),
    ),
    lostHelp(context),
    view.cancel === null
      ? null
      : form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('back'), { kind: 'quiet' })),
  );
}

/** The entered username, with a link to change it. */
export function signingInAs(say: Translator, { username, startOver }: { username: string; startOver?: string | null }): Element {
  return h(
    'p',
    { class: 'identity' },
    h('span', {}, say('signing-in-as'), ' ', h('strong', {}, h('bdi', {}, username))),
    startOver ? link(say('use-another-account'), startOver) : null,
  );
}

function getIntroText(say: Translator, { step, application }: MethodsView): string {
  if (step === 'first') return getPurposeText(say, application);
  return application === null ? say('methods-second-intro-account') : say('methods-second-intro', { application });
}

function listMethodActions({ email, sms, authenticatorApp, recoveryCode }: MethodsView): [TextKey, string][] {
  const all: [TextKey, string | null][] = [
    ['email-link', email],
    ['text-link', sms],
    ['use-authenticator-app', authenticatorApp],
    ['use-recovery-code', recoveryCode],
  ];
  return all.filter((method): method is [TextKey, string] => method[1] !== null);
}
