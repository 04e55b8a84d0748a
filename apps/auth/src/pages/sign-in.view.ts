import { h, type Element } from './element.js';
import { alert, button, form, separator, textField } from './elements.js';
import { page } from './layout.js';
import type { PageContext } from './page-context.js';
import { passkeySignIn } from './passkey-form.js';
import { textsOf, type Say } from './texts/texts.js';
import type { ProviderChoice, SignInView } from './view-models.js';

const BESIDE_A_FIELD = { autofill: true, fields: { entered: '' } };

/** Who are you? Field "Username or email", "Continue", "Sign in with a passkey", "Continue with NAME". */
export function signInPage(context: PageContext, view: SignInView): string {
  const say = textsOf(context.language);
  const { csrf, error, passkey, continueTo, providers } = view;
  const missing = error === 'username-missing';
  const others = passkey !== null || providers.length > 0;
  return page(
    context,
    { heading: say('sign-in-heading'), failed: error !== null, script: true },
    h('p', { class: 'lead' }, purpose(say, view.application)),
    alert(error === null || missing ? null : say(`input-${error}`)),
    continueTo === null ? null : usernameForm(say, { ...view, continueTo }),
    continueTo !== null && others ? separator(say('or')) : null,
    h(
      'div',
      { class: 'choices' },
      passkey && passkeySignIn(say, { csrf, passkey, error, kind: 'secondary', ...(continueTo !== null && BESIDE_A_FIELD) }),
      providerForms(say, csrf, providers),
    ),
    view.cancel === null
      ? null
      : form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('cancel'), { kind: 'quiet' })),
  );
}

export function purpose(say: Say, application: string | null): string {
  return application === null ? say('sign-in-to-account') : say('sign-in-to-application', { application });
}

export function providerForms(say: Say, csrf: string, providers: readonly ProviderChoice[]): Element[] {
  return providers.map(({ displayName, action }) =>
    form({ action, fields: { csrf } }, button(say('continue-with-provider', { provider: displayName }), { kind: 'secondary' })),
  );
}

function usernameForm(say: Say, { csrf, continueTo, username, error, passkey }: SignInView & { continueTo: string }): Element {
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
