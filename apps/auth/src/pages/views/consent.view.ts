import { h, type Element } from '../components/hyperscript.js';
import { button, form } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { getTranslator, isTextKey, type Translator } from '../i18n/texts/texts.js';
import type { ConsentView } from './view-models.js';

/** The access that an application requests, with "Allow" and "Deny". */
export function consentPage(context: PageContext, view: ConsentView): string {
  const say = getTranslator(context.language);
  const { csrf, application, account } = view;
  const requestedAccess = [
    ...view.scopes.map((scope) => describeScope(say, scope)),
    ...view.claims.map((claim) => say('claim-other', { claim })),
  ];
  const lists = [
    ...(requestedAccess.length > 0 ? [{ title: say('consent-list', { application }), items: requestedAccess }] : []),
    ...view.apis.map(({ name, descriptions }) => ({ title: say('consent-api', { application, api: name }), items: descriptions })),
  ];
  return renderPage(
    context,
    { heading: say('consent-heading', { application }) },
    h('p', { class: 'lead' }, say('consent-account', { account })),
    lists.map((list, index) => accessList(`wishes-${index}`, list)),
    h(
      'div',
      { class: 'pair' },
      form({ action: view.deny, fields: { csrf } }, button(say('deny'), { kind: 'secondary' })),
      form({ action: view.allow, fields: { csrf } }, button(say('allow'), { kind: 'primary' })),
    ),
  );
}

function accessList(id: string, { title, items }: { title: string; items: readonly string[] }): Element[] {
  return [
    h('p', { id }, title),
    h(
      'ul',
      { class: 'wishes', 'aria-labelledby': id },
      items.map((item) => h('li', {}, item)),
    ),
  ];
}

/** What a scope allows, as a sentence of a list. */
export function describeScope(say: Translator, scope: string): string {
  const key = `scope-${scope}`;
  return key !== 'scope-other' && isTextKey(key) ? say(key) : say('scope-other', { scope });
}
