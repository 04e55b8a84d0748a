import { getTranslator } from '@latchkey/page-texts';
import { accountBox } from '../components/account-box.js';
import { h } from '../components/hyperscript.js';
import { alert, button, form, linkButton, textField } from '../components/elements.js';
import { helpLine } from '../components/help.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { accessLists } from './consent.view.js';
import type { DeviceCodeView, DeviceConfirmationView, DeviceOutcomeView } from './view-models.js';

const DEVICE_PICTURES = { allowed: 'turned', denied: 'crossed', over: 'snapped' } as const;

/** RFC 8628 section 3.3: field "Code shown on the device", button "Continue". */
export function deviceCodePage(context: PageContext, { csrf, code, error, action }: DeviceCodeView): string {
  const say = getTranslator(context);
  const isWrong = error === 'device-code-wrong';
  // Phones would correct a code into a word.
  const attributes = { autocomplete: 'off', autocapitalize: 'characters', maxlength: 64, autofocus: true, class: 'code' };
  return renderPage(
    context,
    { heading: say('device-heading'), failed: error !== null },
    h('p', { class: 'lead' }, say('device-intro', { domain: context.domain })),
    alert(error === null || isWrong ? null : say(`input-${error}`)),
    form(
      { action, fields: { csrf } },
      textField({
        id: 'user_code',
        name: 'user_code',
        label: say('device-code-label'),
        value: code,
        error: isWrong ? say('input-device-code-wrong') : undefined,
        attributes,
      }),
      button(say('continue'), { kind: 'primary' }),
    ),
  );
}

/** Shows the code and what the device asks for, and warns of strangers: RFC 8628 sections 5.3 and 5.4. Buttons "Allow" and "Deny". */
export function deviceConfirmationPage(context: PageContext, view: DeviceConfirmationView): string {
  const say = getTranslator(context);
  const { csrf, code, application, account } = view;
  const fields = { csrf, user_code: code };
  return renderPage(
    context,
    { heading: say('device-confirm-heading', { application }) },
    h('p', { class: 'banner warning' }, say('device-warning')),
    h('p', { class: 'hint' }, say('device-confirm-code')),
    h('p', { class: 'secret user-code' }, h('code', {}, code)),
    account === null ? null : accountBox(say, { account, isSignedIn: true }),
    accessLists(say, view),
    h(
      'div',
      { class: 'pair' },
      form({ action: view.deny, fields }, button(say('deny'), { kind: 'secondary' })),
      form({ action: view.allow, fields }, button(say('allow'), { kind: 'primary' })),
    ),
  );
}

/** The end: the user returns to the device. */
export function deviceOutcomePage(context: PageContext, { outcome, enterCode }: DeviceOutcomeView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say(`device-${outcome}-heading`), failed: outcome === 'over', picture: DEVICE_PICTURES[outcome] },
    h('p', { class: 'lead', role: 'status' }, say(`device-${outcome}-help`)),
    outcome === 'over' ? linkButton(say('device-other-code'), enterCode) : null,
    outcome === 'allowed' ? null : helpLine(context),
  );
}
