import { getTranslator } from '@latchkey/page-texts';
import type { PageContext } from '../page-context.js';
import { h, type Element } from './hyperscript.js';

const SUPPORT_URI_PATTERN = /^(https:\/\/|mailto:)/;

/** A link to the operator's support; null if the operator has named none. */
export function supportLink({ branding }: PageContext, text: string): Element | null {
  const uri = branding?.supportUri ?? null;
  return uri === null || !SUPPORT_URI_PATTERN.test(uri) ? null : h('a', { href: uri, rel: 'noreferrer' }, text);
}

/** Tells users where to get help: a link to the operator's support, or otherwise whom to ask. */
export function helpLine(context: PageContext): Element {
  const say = getTranslator(context);
  const site = context.branding?.name ?? context.domain;
  return h('p', { class: 'hint help' }, supportLink(context, say('help-contact', { site })) ?? say('help-ask'));
}

/** "Lost it?": help for users who no longer have what the page asks for. */
export function lostHelp(context: PageContext): Element {
  const say = getTranslator(context);
  return h('details', { class: 'help' }, h('summary', {}, say('help-lost')), h('p', {}, say('help-lost-text')), helpLine(context));
}
