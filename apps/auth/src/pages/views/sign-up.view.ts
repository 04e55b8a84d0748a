import { getTranslator, type Translator } from '@latchkey/page-texts';
import { h, type Children } from '../components/hyperscript.js';
import { alert, button, facts, form, link, textField } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { getPurposeText } from './sign-in.view.js';
import type { NewAccountView, SignUpView } from './view-models.js';

const EMAIL_FIELD = { type: 'email', autocomplete: 'email', autofocus: true, maxlength: 320, dir: 'ltr' };
const NAME_FIELD = { autocomplete: 'name', autofocus: true, maxlength: 60 };

/** Asks for the mail address of a new account. */
export function signUpPage(context: PageContext, view: SignUpView): string {
  const say = getTranslator(context);
  const { csrf, error, email, requestCount, challenge } = view;
  const invalid = error === 'email-invalid';
  return renderPage(
    context,
    { heading: say('sign-up-heading'), failed: error !== null },
    h('p', { class: 'lead' }, getPurposeText(say, view.application)),
    alert(error === null || invalid ? null : say(`input-${error}`)),
    form(
      {
        action: view.action,
        fields: { csrf, requested: String(requestCount), ...(challenge !== null && { altcha: '' }) },
        attributes: challenge === null ? {} : { 'data-challenge': challenge, 'data-waiting': say('challenge-waiting') },
      },
      textField({
        id: 'username',
        name: 'username',
        label: say('sign-up-email'),
        hint: say('sign-up-email-hint'),
        value: email,
        error: invalid ? say('input-email-invalid') : undefined,
        attributes: EMAIL_FIELD,
      }),
      challenge === null ? null : challengeNotice(say),
      button(say('continue'), { kind: 'primary' }),
    ),
    h('p', { class: 'aside' }, link(say('sign-up-have-account'), view.signIn)),
    form({ action: view.cancel, fields: { csrf }, attributes: { class: 'aside' } }, button(say('cancel'), { kind: 'quiet' })),
  );
}

/** The script solves the challenge before it submits the form. Without it the person can only wait. */
function challengeNotice(say: Translator): Children {
  return [
    h('p', { class: 'hint' }, say('challenge-intro')),
    h('noscript', {}, h('p', { class: 'hint' }, say('challenge-needs-script'))),
    h('p', { class: 'hint', 'data-message': '', role: 'status' }),
  ];
}

/** The page of a sign-up link: the name of the new user, button "Create an account". */
export function newAccountPage(context: PageContext, view: NewAccountView): string {
  const say = getTranslator(context);
  const { csrf, fields, error, name } = view;
  return renderPage(
    context,
    { heading: say('sign-up-heading'), failed: error !== null },
    h('p', { class: 'lead' }, say('sign-up-name-intro')),
    facts([
      [say('sign-up-email'), view.email],
      [say('magic-link-destination'), view.destination],
    ]),
    form(
      { action: view.action, fields: { csrf, ...fields } },
      textField({
        id: 'name',
        name: 'name',
        label: say('sign-up-name'),
        value: name,
        error: error === null ? undefined : say(`input-${error}`),
        attributes: NAME_FIELD,
      }),
      button(say('sign-up-heading'), { kind: 'primary' }),
    ),
    h('p', { class: 'hint aside' }, say('sign-up-warning')),
  );
}
