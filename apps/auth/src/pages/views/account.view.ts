import { h, type Children, type Element } from '../components/hyperscript.js';
import { joinTexts, textWithTime } from '../components/time.js';
import { accountMenu } from '../components/account-menu.js';
import { alert, button, form, notice, textField } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { mark } from '../components/mark.js';
import { passkeyCreationForm } from '../components/passkey-form.js';
import { getTranslator, type Translator } from '../i18n/texts/texts.js';
import { createDateFormatter, type DateFormatter } from '../i18n/date-formatter.js';
import { describeScope } from './consent.view.js';
import type { AccountView, AgentItem, ApplicationItem, PasskeyItem, SessionItem } from './account-view-models.js';
import type { RequestedScopes } from './view-models.js';

/** Parameters of the sections of the account page. */
interface SectionContext {
  say: Translator;
  times: DateFormatter;
  csrf: string;
}

/** Headings "Passkeys", "Authenticator app", "Recovery codes", "Connected applications" and "Agents" if there are any, "Sessions"; button "Sign out". */
export function accountPage(context: PageContext, view: AccountView): string {
  const say = getTranslator(context.language);
  const { csrf, error } = view;
  const writing = { say, times: createDateFormatter(context.language, view.now, view.timeZone), csrf };
  return renderPage(
    context,
    { heading: say('account-heading'), failed: error !== null, wide: true },
    h(
      'div',
      { class: 'identity' },
      h('p', {}, say('signed-in-as', { account: view.account })),
      form({ action: view.signOut, fields: { csrf } }, button(say('sign-out'), { kind: 'quiet' })),
    ),
    accountMenu(say, 'account-security'),
    notice(view.notice && say(`notice-${view.notice}`)),
    alert(error && say(`input-${error}`)),
    ...(view.federated
      ? [h('p', {}, getFederatedText(say, view))]
      : [passkeys, authenticatorApp, recoveryCodes].map((part) => part(writing, view))),
    view.applications.length === 0 ? null : applications(writing, view),
    view.agents.length === 0 ? null : agents(writing, view),
    sessions(writing, view),
  );
}

function getFederatedText(say: Translator, { provider }: AccountView): string {
  return provider === null ? say('account-federated') : say('account-federated-named', { provider });
}

function section(id: string, heading: string, ...children: (Element | null)[]): Element {
  return h('section', { 'aria-labelledby': id }, h('h2', { id }, heading), ...children);
}

function passkeys(writing: SectionContext, { passkeys: items, createPasskey, error }: AccountView): Element {
  const { say, csrf } = writing;
  return section(
    'passkeys',
    say('passkeys'),
    h('p', { class: 'hint' }, say('passkeys-intro')),
    items.length === 0
      ? h('p', {}, say('passkeys-none'))
      : h(
          'ul',
          { class: 'items' },
          items.map((item, index) => passkey(writing, item, index)),
        ),
    'options' in createPasskey
      ? passkeyCreationForm(say, { csrf, passkey: createPasskey, error, kind: 'secondary' })
      : form({ action: createPasskey.action, fields: { csrf } }, button(say('create-passkey'), { kind: 'secondary' })),
  );
}

function passkey({ say, times, csrf }: SectionContext, item: PasskeyItem, index: number): Element {
  const { name } = item;
  const details = [
    textWithTime(times, item.createdAt, (date) => say('passkey-created-at', { date })),
    lastUse(say, times, item.lastUsedAt),
    ...(item.synced ? [say('passkey-synced')] : []),
  ];
  const renaming = form(
    { action: item.rename, fields: { csrf } },
    textField({
      id: `passkey-${index}`,
      name: 'name',
      label: say('passkey-name-label', { name }),
      value: name,
      attributes: { maxlength: 60, autocomplete: 'off' },
    }),
    button(say('save'), { kind: 'secondary' }),
  );
  return h(
    'li',
    {},
    h('div', { class: 'about' }, h('h3', {}, h('bdi', {}, name)), h('p', { class: 'hint' }, joinTexts(details))),
    h('details', { class: 'rename' }, h('summary', { 'aria-label': say('rename-item', { name }) }, say('rename')), renaming),
    form({ action: item.remove, fields: { csrf } }, button(say('remove'), { kind: 'danger', label: say('remove-item', { name }) })),
  );
}

function lastUse(say: Translator, times: DateFormatter, lastUsedAt: Date | null): Children {
  return lastUsedAt ? textWithTime(times, lastUsedAt, (date) => say('passkey-last-used', { date })) : say('passkey-never-used');
}

function authenticatorApp({ say, times, csrf }: SectionContext, { authenticatorApp: app }: AccountView): Element {
  const intro = h('p', { class: 'hint' }, say('authenticator-app-intro'));
  if ('setUp' in app) {
    const setUp = form({ action: app.setUp, fields: { csrf } }, button(say('set-up-authenticator-app'), { kind: 'secondary' }));
    return section('authenticator-app', say('authenticator-app'), intro, setUp);
  }
  const since = textWithTime(times, app.since, (date) => say('authenticator-app-since', { date }));
  return section(
    'authenticator-app',
    say('authenticator-app'),
    intro,
    h('p', {}, joinTexts([since, lastUse(say, times, app.lastUsedAt)])),
    form({ action: app.remove, fields: { csrf } }, button(say('authenticator-app-remove'), { kind: 'danger' })),
  );
}

function recoveryCodes({ say, csrf }: SectionContext, { recoveryCodes: codes }: AccountView): Element {
  const intro = h('p', { class: 'hint' }, say('recovery-codes-about'));
  if (!codes) return section('recovery-codes', say('recovery-codes'), intro, h('p', {}, say('recovery-codes-later')));
  return section(
    'recovery-codes',
    say('recovery-codes'),
    intro,
    h('p', {}, say('recovery-codes-left', { count: String(codes.left) })),
    codes.left > 0 ? h('p', { class: 'hint' }, say('recovery-codes-replace')) : null,
    form({ action: codes.regenerate, fields: { csrf } }, button(say('recovery-codes-make'), { kind: 'secondary' })),
  );
}

function applications(writing: SectionContext, view: AccountView): Element {
  const { say } = writing;
  const items = view.applications.map((item) => application(writing, item));
  return section(
    'applications',
    say('applications'),
    h('p', { class: 'hint' }, say('applications-intro')),
    h('ul', { class: 'items' }, items),
  );
}

function application({ say, times, csrf }: SectionContext, { name, logo, scopes, apis, since, remove }: ApplicationItem): Element {
  const removal = button(say('application-remove'), { kind: 'danger', label: say('application-remove-item', { name }) });
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'about' },
      h('h3', { class: 'named' }, mark(name, logo), h('bdi', {}, name)),
      h(
        'p',
        { class: 'hint' },
        textWithTime(times, since, (date) => say('application-since', { date })),
      ),
      ...accessList(say, name, { scopes, apis }),
    ),
    form({ action: remove, fields: { csrf } }, removal),
  );
}

/** What an application or an agent can do, in words. */
function accessList(say: Translator, name: string, { scopes, apis }: RequestedScopes): Element[] {
  const access = [
    ...scopes.map((scope) => describeScope(say, scope)),
    ...apis.flatMap((api) => api.descriptions.map((text) => `${api.name}: ${text}`)),
  ];
  if (access.length === 0) return [];
  const items = access.map((text) => h('li', {}, text));
  return [h('p', {}, say('agent-access', { name })), h('ul', { class: 'wishes' }, items)];
}

function agents(writing: SectionContext, view: AccountView): Element {
  const { say } = writing;
  const items = view.agents.map((item) => agent(writing, item));
  return section('agents', say('agents'), h('p', { class: 'hint' }, say('agents-intro')), h('ul', { class: 'items' }, items));
}

function agent({ say, times, csrf }: SectionContext, { name, scopes, apis, expiresAt, end }: AgentItem): Element {
  const expiry = expiresAt === null ? say('agent-unlimited') : textWithTime(times, expiresAt, (date) => say('agent-expires', { date }));
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'about' },
      h('h3', {}, h('bdi', {}, name)),
      h('p', { class: 'hint' }, expiry),
      ...accessList(say, name, { scopes, apis }),
    ),
    form({ action: end, fields: { csrf } }, button(say('session-end'), { kind: 'danger', label: say('agent-end-item', { name }) })),
  );
}

function sessions(writing: SectionContext, view: AccountView): Element {
  const { say, csrf } = writing;
  const items = view.sessions.map((item) => session(writing, item));
  const others = view.sessions.some(({ current }) => !current);
  return section(
    'sessions',
    say('sessions'),
    h('p', { class: 'hint' }, say('sessions-intro')),
    h('ul', { class: 'items' }, items),
    others ? form({ action: view.endOtherSessions, fields: { csrf } }, button(say('sessions-end-others'), { kind: 'secondary' })) : null,
  );
}

function session({ say, times, csrf }: SectionContext, item: SessionItem): Element {
  const device = item.device || say('session-unknown-device');
  const seen = item.current ? say('session-current') : say('session-last-seen', { time: times.formatRelative(item.lastSeenAt) });
  const started = textWithTime(times, item.startedAt, (date) => say('session-started', { date }));
  const label = say('session-end-item', { device });
  return h(
    'li',
    {},
    h('div', { class: 'about' }, h('h3', {}, device), h('p', { class: 'hint' }, joinTexts([seen, started]))),
    item.current ? null : form({ action: item.end, fields: { csrf } }, button(say('session-end'), { kind: 'danger', label })),
  );
}
