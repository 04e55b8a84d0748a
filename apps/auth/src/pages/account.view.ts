import { h, type Element } from './element.js';
import { alert, button, form, notice, textField } from './elements.js';
import { page } from './layout.js';
import type { PageContext } from './page-context.js';
import { passkeyCreation } from './passkey-form.js';
import { textsOf, type Say } from './texts/texts.js';
import { timesOf, type Times } from './times.js';
import type { AccountView, PasskeyItem, SessionItem } from './view-models.js';

/** What the sections of the account page are written with. */
interface Writing {
  say: Say;
  times: Times;
  csrf: string;
}

/** Headings "Passkeys", "Authenticator app", "Recovery codes", "Sessions"; button "Sign out". */
export function accountPage(context: PageContext, view: AccountView): string {
  const say = textsOf(context.language);
  const { csrf, error } = view;
  const writing = { say, times: timesOf(context.language, view.now), csrf };
  return page(
    context,
    { heading: say('account-heading'), failed: error !== null, wide: true, script: true },
    h(
      'div',
      { class: 'identity' },
      h('p', {}, say('signed-in-as', { account: view.account })),
      form({ action: view.signOut, fields: { csrf } }, button(say('sign-out'), { kind: 'quiet' })),
    ),
    notice(view.notice && say(`notice-${view.notice}`)),
    alert(error && say(`input-${error}`)),
    ...(view.federated
      ? [h('p', {}, federationOf(say, view))]
      : [passkeys, authenticatorApp, recoveryCodes].map((part) => part(writing, view))),
    sessions(writing, view),
  );
}

function federationOf(say: Say, { provider }: AccountView): string {
  return provider === null ? say('account-federated') : say('account-federated-named', { provider });
}

function section(id: string, heading: string, ...children: (Element | null)[]): Element {
  return h('section', { 'aria-labelledby': id }, h('h2', { id }, heading), ...children);
}

function passkeys(writing: Writing, { passkeys: items, createPasskey, error }: AccountView): Element {
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
      ? passkeyCreation(say, { csrf, passkey: createPasskey, error, kind: 'secondary' })
      : form({ action: createPasskey.action, fields: { csrf } }, button(say('create-passkey'), { kind: 'secondary' })),
  );
}

function passkey({ say, times, csrf }: Writing, item: PasskeyItem, index: number): Element {
  const { name } = item;
  const used = item.lastUsedAt ? say('passkey-last-used', { date: times.moment(item.lastUsedAt) }) : say('passkey-never-used');
  const details = [
    say('passkey-created-at', { date: times.moment(item.createdAt) }),
    used,
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
    h('div', { class: 'about' }, h('h3', {}, h('bdi', {}, name)), h('p', { class: 'hint' }, details.join(' · '))),
    h('details', { class: 'rename' }, h('summary', { 'aria-label': say('rename-item', { name }) }, say('rename')), renaming),
    form({ action: item.remove, fields: { csrf } }, button(say('remove'), { kind: 'danger', label: say('remove-item', { name }) })),
  );
}

function authenticatorApp({ say, times, csrf }: Writing, { authenticatorApp: app }: AccountView): Element {
  const intro = h('p', { class: 'hint' }, say('authenticator-app-intro'));
  if ('setUp' in app) {
    const setUp = form({ action: app.setUp, fields: { csrf } }, button(say('set-up-authenticator-app'), { kind: 'secondary' }));
    return section('authenticator-app', say('authenticator-app'), intro, setUp);
  }
  const used = app.lastUsedAt ? say('passkey-last-used', { date: times.moment(app.lastUsedAt) }) : say('passkey-never-used');
  return section(
    'authenticator-app',
    say('authenticator-app'),
    intro,
    h('p', {}, [say('authenticator-app-since', { date: times.moment(app.since) }), used].join(' · ')),
    form({ action: app.remove, fields: { csrf } }, button(say('authenticator-app-remove'), { kind: 'danger' })),
  );
}

function recoveryCodes({ say, csrf }: Writing, { recoveryCodes: codes }: AccountView): Element {
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

function sessions(writing: Writing, view: AccountView): Element {
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

function session({ say, times, csrf }: Writing, item: SessionItem): Element {
  const device = item.device || say('session-unknown-device');
  const seen = item.current ? say('session-current') : say('session-last-seen', { time: times.ago(item.lastSeenAt) });
  const label = say('session-end-item', { device });
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'about' },
      h('h3', {}, device),
      h('p', { class: 'hint' }, [seen, say('session-started', { date: times.moment(item.startedAt) })].join(' · ')),
    ),
    item.current ? null : form({ action: item.end, fields: { csrf } }, button(say('session-end'), { kind: 'danger', label })),
  );
}
