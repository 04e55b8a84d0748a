import { getTranslator, type Translator } from '@latchkey/page-texts';
import { h, type Children, type Element } from '../components/hyperscript.js';
import { avatar } from '../components/mark.js';
import { lineId, methodRows } from '../components/method-row.js';
import { alert, button, form, link, separator, textField } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { passkeySignInForm } from '../components/passkey-form.js';
import type { IdentityProviderChoice, SignInView } from './view-models.js';

const AUTOFILL_OPTIONS = { autofill: true, fields: { entered: '' } };

/** Field "Username or email", buttons "Continue", "Sign in with a passkey", "Continue with NAME". */
export function signInPage(context: PageContext, view: SignInView): string {
  const say = getTranslator(context);
  const { csrf, error, passkey, continueTo, providers } = view;
  const missing = error === 'username-missing';
  const others = passkey !== null || providers.length > 0;
  return renderPage(
    context,
    { heading: say('sign-in-heading'), failed: error !== null },
    h('p', { class: 'lead' }, getPurposeText(say, view.application)),
    alert(error === null || missing ? null : say(`input-${error}`)),
    continueTo === null || view.accounts.length === 0 ? null : accountChooser(say, { ...view, continueTo }),
    continueTo === null ? null : usernameForm(say, { ...view, continueTo }),
    continueTo !== null && others ? separator(say('or')) : null,
    h(
      'div',
      { class: 'choices' },
      passkey && passkeySignInForm(say, { csrf, passkey, error, kind: 'secondary', ...(continueTo !== null && AUTOFILL_OPTIONS) }),
      identityProviderForms(say, csrf, providers),
    ),
    view.signUp === null ? null : h('p', { class: 'aside' }, say('sign-up-question'), ' ', link(say('sign-up-heading'), view.signUp)),
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

/** The accounts of this browser. Choosing one is like typing its name: the user proves who it is on the next page. */
function accountChooser(say: Translator, { csrf, continueTo, accounts, forget }: SignInView & { continueTo: string }): Children {
  const rows = accounts.map(({ username, isSignedIn }, index) => {
    const [id, fields] = [`account-${index}`, { csrf, username }];
    return {
      id,
      start: avatar(username),
      line: say(isSignedIn ? 'chooser-signed-in' : 'chooser-signed-out'),
      form: form({ action: continueTo, fields }, h('button', { type: 'submit', class: 'title', 'aria-describedby': lineId(id) }, username)),
      end: form(
        { action: forget, fields, attributes: { class: 'row-end' } },
        button(say('remove'), { kind: 'quiet', label: say('remove-item', { name: username }) }),
      ),
    };
  });
  return [
    h('h2', { id: 'accounts' }, say('chooser-heading')),
    h('section', { 'aria-labelledby': 'accounts' }, methodRows(rows)),
    separator(say('use-another-account')),
  ];
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
