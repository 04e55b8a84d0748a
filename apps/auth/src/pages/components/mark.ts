import { getInitial } from '@latchkey/oauth';
import { getSiteName, type PageContext } from '../page-context.js';
import { h, type Element } from './hyperscript.js';

/** The logo of a site or application, else the first letter or digit of its name. It is decorative beside the name. */
export function mark(name: string, logo: string | null): Element {
  if (logo) return h('img', { class: 'mark logo', src: logo, alt: '', height: 40 });
  return h('span', { class: 'mark', 'aria-hidden': 'true' }, getInitial(name));
}

/** The mark of the site: on dark pages its logo for them, if there is one. */
export function siteMark(context: PageContext): Element {
  const { logoUrl = null, darkLogoUrl = null } = context.branding ?? {};
  const light = mark(getSiteName(context), logoUrl);
  if (!logoUrl || !darkLogoUrl) return light;
  return h('picture', {}, h('source', { srcset: darkLogoUrl, media: '(prefers-color-scheme: dark)' }), light);
}

/** The initials of a person's account. */
export function avatar(account: string): Element {
  return h('span', { class: 'avatar', 'aria-hidden': 'true' }, getInitial(account));
}
