import { getTranslator, type Translator } from '@latchkey/page-texts';
import { h, type Element } from '../components/hyperscript.js';
import { toSafeUrl } from '../components/safe-url.js';
import { button, facts, form, link } from '../components/elements.js';
import { icon } from '../components/icon.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { findWebmail } from './webmail.js';
import type { InboxView, MagicLinkView, OtherDeviceView } from './view-models.js';

/** Confirms that a link is on its way, or that too many were requested, without revealing whether the user exists. */
export function inboxPage(context: PageContext, view: InboxView): string {
  const say = getTranslator(context);
  const { channel, username, csrf, isLimited, waiting, minutes } = view;
  const again = { csrf, username, requested: String(view.requestCount) };
  return renderPage(
    context,
    {
      heading: say(isLimited ? 'inbox-limited-heading' : `inbox-heading-${channel}`),
      failed: isLimited,
      picture: isLimited ? 'crossed' : 'envelope',
    },
    h('p', { class: 'lead' }, getIntro(say, view)),
    h('p', {}, say(isLimited ? 'inbox-limited-wait' : 'inbox-minutes', { minutes: String(minutes) })),
    channel === 'email' && !isLimited ? openMailLink(say, username) : null,
    waiting && waitingNotice(say, csrf, waiting),
    h('p', { class: 'hint' }, say(`inbox-nothing-${channel}`)),
    view.again === null || isLimited ? null : form({ action: view.again, fields: again }, button(say('send-again'), { kind: 'secondary' })),
    view.otherWay === null
      ? null
      : h('p', { class: 'aside' }, link(say(view.purpose === 'sign-up' ? 'sign-up-have-account' : 'other-way'), view.otherWay)),
  );
}

function getIntro(say: Translator, { isLimited, purpose, channel, username }: InboxView): string {
  if (isLimited) return say('inbox-limited', { username });
  return purpose === 'sign-up' ? say('sign-up-sent', { address: username }) : say(`inbox-intro-${channel}`, { username });
}

/** Leads to the web mail of the entered address if its host is well known. */
function openMailLink(say: Translator, username: string): Element | null {
  const host = findWebmail(username);
  if (host === null) return null;
  return h('a', { href: `https://${host}/`, class: 'button primary', rel: 'noreferrer' }, icon('mail'), say('inbox-open-mail'));
}

/** The script continues when the user has opened the link in another tab. Without the script, a button continues. */
function waitingNotice(say: Translator, csrf: string, { progress, continueTo }: NonNullable<InboxView['waiting']>): Element {
  return h(
    'div',
    { 'data-progress': toSafeUrl(progress), 'data-continue': toSafeUrl(continueTo) },
    h('p', { class: 'hint', hidden: true, 'data-waiting-text': '' }, say('inbox-waiting')),
    form({ action: continueTo, fields: { csrf } }, button(say('inbox-opened'), { kind: 'secondary' })),
  );
}

/** The page of a magic link: heading "Sign in to NAME", button "Sign in". */
export function magicLinkPage(context: PageContext, view: MagicLinkView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('magic-link-heading', { name: context.branding?.name ?? context.domain }) },
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
  const say = getTranslator(context);
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
