import { ICONS } from '../assets.js';
import { h, type Element } from './hyperscript.js';

/** Symbols of the sprite: browser/icons.json and browser/provider-marks.svg. */
export type IconName =
  | 'account'
  | 'agent'
  | 'apple'
  | 'authenticator-app'
  | 'back'
  | 'building'
  | 'check'
  | 'clock'
  | 'computer'
  | 'download'
  | 'exchange'
  | 'github'
  | 'google'
  | 'help'
  | 'history'
  | 'language'
  | 'lock'
  | 'mail'
  | 'message'
  | 'microsoft'
  | 'next'
  | 'okta'
  | 'passkey'
  | 'phone'
  | 'place'
  | 'profile'
  | 'scope'
  | 'security-key'
  | 'shield'
  | 'warning';

/** An icon beside its text: assistive programs ignore it. */
export function icon(name: IconName): Element {
  return h('svg', { class: `icon icon-${name}`, 'aria-hidden': 'true', focusable: 'false' }, h('use', { href: `${ICONS.path}#${name}` }));
}

/** An icon on a tile, at the start of a row. */
export function tile(name: IconName, kind: 'plain' | 'lasting' = 'plain'): Element {
  return h('span', { class: kind === 'plain' ? 'tile' : `tile ${kind}` }, icon(name));
}
