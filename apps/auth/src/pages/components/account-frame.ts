import type { Translator } from '@latchkey/page-texts';
import { button, form } from './elements.js';
import { h, type Element } from './hyperscript.js';
import { icon, type IconName } from './icon.js';
import { toSafeUrl } from './safe-url.js';

const PAGES = {
  'account-security': { path: '/account', symbol: 'shield' },
  'data-profile': { path: '/account/profile', symbol: 'profile' },
  'account-activity': { path: '/account/activity', symbol: 'history' },
  'account-data': { path: '/account/data', symbol: 'download' },
} as const satisfies Record<string, { path: string; symbol: IconName }>;

const SIGN_OUT_PATH = '/account/sign-out';

/** What the pages of the account share: their menu, and the button "Sign out". */
export function accountFrame(say: Translator, current: keyof typeof PAGES, csrf: string): { menu: Element; headerEnd: Element } {
  const items = Object.entries(PAGES).map(([name, { path, symbol }]) => {
    const isCurrent = name === current || undefined;
    const content = [icon(symbol), say(name as keyof typeof PAGES)];
    return h('li', {}, h('a', { href: toSafeUrl(path), 'aria-current': isCurrent && 'page' }, content));
  });
  return {
    menu: h('nav', { class: 'menu', 'aria-label': say('account-menu') }, h('ul', {}, items)),
    headerEnd: form({ action: SIGN_OUT_PATH, fields: { csrf } }, button(say('sign-out'), { kind: 'secondary' })),
  };
}
