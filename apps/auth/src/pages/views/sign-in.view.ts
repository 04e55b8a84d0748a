import { h, type Element } from '../components/hyperscript.js';
import { alert, button, form, separator, textField } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { passkeySignInForm } from '../components/passkey-form.js';
import { getTranslator, type Translator } from '../i18n/texts/texts.js';
import type { IdentityProviderChoice, SignInView } from './view-models.js';

const AUTOFILL_OPTIONS = { autofill: true, fields: { entered: '' } };

/** Field "Username or email", buttons "Continue", "Sign in with a passkey", "Continue with NAME". */
export function signInPage(context: PageContext, view: SignInView): string {
  const say = getTranslator(context.language);
  const { csrf, error, passkey, continueTo, providers } = view;
  const missing = error === 'username-missing';
  const others = passkey !== null || providers.length > 0;
  return renderPage(
    context,
    { heading: say('sign-in-heading'), failed: error !== null },
    h('p', { class: 'lead' }, getPurposeText(say, view.application)),
    alert(error === null || missing ? null : say(`input-${error}`)),
    continueTo === null ? null : usernameForm(say, { ...view, continueTo }),
    continueTo !== null && others ? separator(say('or')) : null,
    h(
      'div',
      { class: 'choices' },
      passkey && passkeySignInForm(say, { csrf, passkey, error, kind: 'secondary', ...(continueTo !== null && AUTOFILL_OPTIONS) }),
      identityProviderForms(say, csrf, providers),
    ),
    view.cancel === null
      ? null
      : form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('cancel'), { kind: 'quiet' })),
  );
}

export function getPurposeText(say: Translator, application: string | null): string {
  return application === null ? say('sign-in-to-account') : say('sign-in-to-application', { application });
}

/** One button for each. The one that this browser used last says so. */
export function identityProviderForms(say: Translator, csrf: string, providers: readonly IdentityProviderChoice[]): Element[] {
  return providers.map(({ displayName, action, mark, isRemembered }) =>
    form(
      { action, fields: { csrf } },
      button(say('continue-with-provider', { provider: displayName }), { kind: 'secondary', icon: mark }),
      isRemembered ? h('p', { class: 'hint aside' }, say('last-used')) : null,
    ),
  );
}

function usernameForm(say: Translator, { csrf, continueTo, username, error, passkey }: SignInView & { continueTo: string }): Element {
  return form(
    { action: continueTo, fields: { csrf } },
    textField({
      id: 'username',
      name: 'username',
      label: say('username-label'),
      value: username,
      error: error === 'username-missing' ? say('input-username-missing') : undefined,
      attributes: { autocomplete: passkey ? 'username webauthn' : 'username', autofocus: true, maxlength: 320 },
    }),
    button(say('continue'), { kind: 'primary' }),
  );
}
