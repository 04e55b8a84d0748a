import { h } from './element.js';
import { button, form } from './elements.js';
import { page } from './layout.js';
import type { PageContext } from './page-context.js';
import { en, type TextKey } from './texts/en.js';

import { textsOf, type Say } from './texts/texts.js';
import type { ConsentView } from './view-models.js';

/** What an application asks for: "Allow" or "Deny". */
export function consentPage(context: PageContext, view: ConsentView): string {
  const say = textsOf(context.language);
  const { csrf, application, account } = view;
  const wishes = [...view.scopes.map((scope) => scopeInWords(say, scope)), ...view.claims.map((claim) => say('claim-other', { claim }))];
  return page(
    context,
    { heading: say('consent-heading', { application }) },
    h('p', { class: 'lead' }, say('consent-account', { account })),
    h('p', { id: 'wishes' }, say('consent-list', { application })),
    h(
      'ul',
      { class: 'wishes', 'aria-labelledby': 'wishes' },
      wishes.map((wish) => h('li', {}, wish)),
    ),
    h(
      'div',
      { class: 'pair' },
      form({ action: view.deny, fields: { csrf } }, button(say('deny'), { kind: 'secondary' })),
      form({ action: view.allow, fields: { csrf } }, button(say('allow'), { kind: 'primary' })),
    ),
  );
}

function scopeInWords(say: Say, scope: string): string {
  const key = `scope-${scope}`;
  return key !== 'scope-other' && isText(key) ? say(key) : say('scope-other', { scope });
}

function isText(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}
