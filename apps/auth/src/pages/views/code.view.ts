import { getTranslator, type TextKey } from '@latchkey/page-texts';
import { h, type Attributes } from '../components/hyperscript.js';
import { alert, button, form, link, textField } from '../components/elements.js';
import { lostHelp } from '../components/help.js';
import { renderPage } from '../components/layout.js';
import { accountBox } from '../components/account-box.js';
import type { PageContext } from '../page-context.js';
import type { CodeView } from './view-models.js';

interface Wording {
  heading: TextKey;
  intro: TextKey;
  label: TextKey;
  attributes: Attributes;
}

/** Asks for a code of the authenticator app: field "Code", button "Verify". */
export function authenticatorCodePage(context: PageContext, view: CodeView): string {
  const attributes = { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 12, autofocus: true, class: 'code' };
  return codePage(context, view, { heading: 'code-heading', intro: 'code-intro', label: 'code-label', attributes });
}

/** Field "Recovery code", button "Verify". */
export function recoveryCodePage(context: PageContext, view: CodeView): string {
  const attributes = { autocomplete: 'off', maxlength: 64, autofocus: true, class: 'code' };
  const wording = { heading: 'recovery-code-heading', intro: 'recovery-code-intro', label: 'recovery-code-label' } as const;
  return codePage(context, view, { ...wording, attributes });
}

function codePage(context: PageContext, view: CodeView, { heading, intro, label, attributes }: Wording): string {
  const say = getTranslator(context);
  const { csrf, username, error } = view;
  const wrong = error === 'code-wrong' || error === 'recovery-code-wrong';
  return renderPage(
    context,
    { heading: say(heading), failed: error !== null },
    h('p', { class: 'lead' }, say(intro, { domain: context.domain })),
    accountBox(say, { account: username }),
    alert(error === null || wrong ? null : say(`input-${error}`)),
    form(
      { action: view.action, fields: { csrf, username } },
      textField({ id: 'code', name: 'code', label: say(label), error: wrong ? say(`input-${error}`) : undefined, attributes }),
      button(say('verify'), { kind: 'primary' }),
    ),
    lostHelp(context),
    view.otherWay === null ? null : h('p', { class: 'aside' }, link(say('other-way'), view.otherWay)),
  );
}
