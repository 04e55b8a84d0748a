import { getTranslator, isTextKey, type Translator } from '@latchkey/page-texts';
import { accountBox } from '../components/account-box.js';
import { h, type Element } from '../components/hyperscript.js';
import { icon, tile, type IconName } from '../components/icon.js';
import { mark, siteMark } from '../components/mark.js';
import { button, form } from '../components/elements.js';
import { toSafeUrl } from '../components/safe-url.js';
import { renderPage } from '../components/layout.js';
import { getSiteName, type PageContext } from '../page-context.js';
import type { ConsentView, RequestedScopes } from './view-models.js';

/** The access that an application requests, with "Allow" and "Deny". */
export function consentPage(context: PageContext, view: ConsentView): string {
  const say = getTranslator(context);
  const { csrf, application, account } = view;
  return renderPage(
    context,
    { heading: say('consent-heading', { application }), before: bothMarks(context, view) },
    h('p', { class: 'lead' }, say('consent-site', { site: getSiteName(context) })),
    accountBox(say, { account, isSignedIn: true }),
    accessLists(say, { ...view, application }),
    h(
      'div',
      { class: 'pair' },
      form({ action: view.deny, fields: { csrf } }, button(say('deny'), { kind: 'secondary' })),
      form({ action: view.allow, fields: { csrf } }, button(say('allow'), { kind: 'primary' })),
    ),
    applicationFacts(say, view),
  );
}

/** The marks of the application and of the site, as what is about to be connected. */
function bothMarks(context: PageContext, { application, presentation }: ConsentView): Element {
  return h(
    'div',
    { class: 'marks', 'aria-hidden': 'true' },
    mark(application, presentation?.logoUri ?? null),
    icon('exchange'),
    siteMark(context),
  );
}

/** Where the answer goes, and what the operator of the application says of it. */
function applicationFacts(say: Translator, { application, presentation, returnsTo }: ConsentView): Element | null {
  const links = [
    { uri: presentation?.clientUri, text: say('consent-home', { application }) },
    { uri: presentation?.policyUri, text: say('consent-policy') },
    { uri: presentation?.tosUri, text: say('consent-terms') },
  ].flatMap(({ uri, text }) => (uri ? [h('a', { href: toSafeUrl(uri), rel: 'noreferrer' }, text)] : []));
  if (returnsTo === null && links.length === 0) return null;
  return h(
    'div',
    { class: 'hint fine-print' },
    returnsTo === null ? null : h('p', {}, say('consent-returns-to', { host: returnsTo })),
    links.length === 0 ? null : h('p', { class: 'links' }, links),
  );
}

/** Lists what an application asks for: of the user first, then at each API. */
export function accessLists(say: Translator, { application, scopes, claims = [], apis }: RequestedAccess): Element[] {
  const ofUser = [
    ...scopes.map((scope) => ({ text: describeScope(say, scope), scope })),
    ...claims.map((claim) => ({ text: say('claim-other', { claim }), scope: 'profile' })),
  ];
  const lists = [
    { title: say('consent-list', { application }), items: ofUser },
    ...apis.map(({ name, descriptions }) => ({
      title: say('consent-api', { application, api: name }),
      items: descriptions.map((text) => ({ text, scope: null })),
    })),
  ];
  return lists
    .filter(({ items }) => items.length > 0)
    .flatMap(({ title, items }, index) => [
      h('p', { id: `wishes-${index}` }, title),
      h(
        'ul',
        { class: 'wishes', 'aria-labelledby': `wishes-${index}` },
        items.map(({ text, scope }) =>
          h('li', {}, tile(SCOPE_ICONS[scope ?? ''] ?? 'scope', scope === 'offline_access' ? 'lasting' : 'plain'), h('span', {}, text)),
        ),
      ),
    ]);
}

const SCOPE_ICONS: Readonly<Record<string, IconName>> = {
  openid: 'account',
  profile: 'profile',
  email: 'mail',
  phone: 'phone',
  address: 'place',
  offline_access: 'clock',
};

interface RequestedAccess extends RequestedScopes {
  application: string;
  claims?: readonly string[];
}

/** What a scope token means to people. */
export function describeScope(say: Translator, scope: string): string {
  const key = `scope-${scope}`;
  return key !== 'scope-other' && isTextKey(key) ? say(key) : say('scope-other', { scope });
}
