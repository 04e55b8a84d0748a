import { h } from '../components/hyperscript.js';
import { button, facts, form, link } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { getTranslator } from '../i18n/texts/texts.js';
import type { InboxView, MagicLinkView, OtherDeviceView } from './view-models.js';

/** Confirms that a link is on its way, without revealing whether the user exists. */
export function inboxPage(context: PageContext, view: InboxView): string {
  const say = getTranslator(context.language);
  const { channel, username, csrf } = view;
  return renderPage(
    context,
    { heading: say(`inbox-heading-${channel}`) },
    h('p', { class: 'lead' }, say(`inbox-intro-${channel}`, { username })),
    h('p', {}, say('inbox-minutes', { minutes: String(view.minutes) })),
    h('p', { class: 'hint' }, say('inbox-nothing')),
    view.again === null ? null : form({ action: view.again, fields: { csrf, username } }, button(say('send-again'), { kind: 'secondary' })),
    view.otherWay === null ? null : h('p', { class: 'aside' }, link(say('other-way'), view.otherWay)),
  );
}

/** The page of a magic link: heading "Sign in to DOMAIN", button "Sign in". */
export function magicLinkPage(context: PageContext, view: MagicLinkView): string {
  const say = getTranslator(context.language);
  return renderPage(
    context,
    { heading: say('magic-link-heading', { domain: context.domain }) },
    facts([
      [say('magic-link-account'), view.account],
      [say('magic-link-destination'), view.destination],
    ]),
    form({ action: view.action, fields: { csrf: view.csrf, ...view.fields } }, button(say('magic-link-sign-in'), { kind: 'primary' })),
    h('p', { class: 'hint aside' }, say('magic-link-warning')),
  );
}

/** Asks for confirmation if the link was requested in another browser. */
export function otherDevicePage(context: PageContext, view: OtherDeviceView): string {
  const say = getTranslator(context.language);
  const fields = { csrf: view.csrf, ...view.fields };
  return renderPage(
    context,
    { heading: say('other-device-heading') },
    h('p', { class: 'lead' }, say('other-device-intro')),
    facts([
      [say('other-device-application'), view.application],
      [say('magic-link-account'), view.account],
    ]),
    form({ action: view.allow, fields }, button(say('other-device-allow'), { kind: 'primary' })),
    form({ action: view.deny, fields }, button(say('other-device-deny'), { kind: 'secondary' })),
  );
}
