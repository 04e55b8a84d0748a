import { type Translator, LANGUAGE_NAMES, LANGUAGES } from '@latchkey/page-texts';
import { LANGUAGE_PATH } from '../http/language.cookie.js';
import type { PageContext } from '../page-context.js';
import { supportLink } from './help.js';
import { h, type Element } from './hyperscript.js';
import { icon } from './icon.js';
import { allowBreaksAtDots } from './wrapping.js';

/** The host, links of the operator, and the choice of the language. */
export function footer(context: PageContext, say: Translator): Element {
  const { branding } = context;
  const links = [
    webLink(branding?.termsUri, say('terms')),
    webLink(branding?.privacyUri, say('privacy')),
    supportLink(context, say('help')),
  ];
  return h(
    'footer',
    {},
    h(
      'p',
      { class: 'host' },
      icon('lock'),
      h('span', { class: 'for-screen-readers' }, say('footer-domain'), ' '),
      h('bdi', {}, allowBreaksAtDots(context.domain)),
    ),
    links.map((link) => link && h('p', {}, link)),
    languageForm(context, say),
  );
}

function webLink(uri: string | null | undefined, text: string): Element | null {
  return uri?.startsWith('https://') ? h('a', { href: uri, rel: 'noreferrer' }, text) : null;
}

/** The script submits the form when a language is chosen. Without the script, the button does. */
function languageForm({ language, address }: PageContext, say: Translator): Element | null {
  if (address === null) return null;
  const options = LANGUAGES.map((each) =>
    h('option', { value: each, lang: each, selected: each === language || undefined }, LANGUAGE_NAMES[each]),
  );
  return h(
    'form',
    { method: 'post', action: LANGUAGE_PATH, class: 'language', 'data-language': '' },
    h('input', { type: 'hidden', name: 'to', value: address }),
    icon('language'),
    h('label', { for: 'language', class: 'for-screen-readers' }, say('language')),
    h('select', { id: 'language', name: 'language', autocomplete: 'off' }, options),
    h('noscript', {}, h('button', { type: 'submit', class: 'button quiet' }, say('language-change'))),
  );
}
