import type { Translator } from '../i18n/texts/texts.js';
import { link } from './elements.js';
import { h, type Element } from './hyperscript.js';

const PAGES = { 'account-security': '/account', 'account-activity': '/account/activity', 'account-data': '/account/data' } as const;

/** The pages of the account. */
export function accountMenu(say: Translator, current: keyof typeof PAGES): Element {
  const items = Object.entries(PAGES).map(([name, path]) => {
    const text = say(name as keyof typeof PAGES);
    return h('li', {}, name === current ? h('span', { 'aria-current': 'page' }, text) : link(text, path));
  });
  return h('nav', { class: 'menu', 'aria-label': say('account-menu') }, h('ul', {}, items));
}
