import { getInitial } from '../mark.js';
import { h, type Element } from './hyperscript.js';

/** The logo of a site or application, else the first letter or digit of its name. It is decorative beside the name. */
export function mark(name: string, logo: string | null): Element {
  if (logo) return h('img', { class: 'mark logo', src: logo, alt: '', height: 40 });
  return h('span', { class: 'mark', 'aria-hidden': 'true' }, getInitial(name));
}

/** The initials of a person's account. */
export function avatar(account: string): Element {
  return h('span', { class: 'avatar', 'aria-hidden': 'true' }, getInitial(account));
}
