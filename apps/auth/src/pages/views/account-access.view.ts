import type { Translator } from '@latchkey/page-texts';
import { button, form } from '../components/elements.js';
import { h, type Element } from '../components/hyperscript.js';
import { tile } from '../components/icon.js';
import { mark } from '../components/mark.js';
import { joinTexts, textWithDay, textWithRelativeTime } from '../components/time.js';
import { row, section, type SectionContext } from './account-section.js';
import type { AccountView, AgentItem, ApplicationItem, SessionItem } from './account-view-models.js';
import { describeScope } from './consent.view.js';
import type { RequestedScopes } from './view-models.js';

const PHONES = /iPhone|iPad|Android/;

export function applications(writing: SectionContext, view: AccountView): Element {
  const { say } = writing;
  const items = view.applications.map((item) => application(writing, item));
  const head = { id: 'applications', heading: say('applications'), intro: say('applications-intro') };
  return section(head, h('ul', { class: 'items' }, items));
}

function application({ say, times, csrf }: SectionContext, { name, logo, scopes, apis, since, remove }: ApplicationItem): Element {
  const removal = button(say('application-remove'), { kind: 'quiet', label: say('application-remove-item', { name }) });
  return row({
    start: mark(name, logo),
    name,
    details: textWithDay(times, since, (date) => say('application-since', { date })),
    more: accessList(say, name, { scopes, apis }),
    end: form({ action: remove, fields: { csrf } }, removal),
  });
}

/** What an application or an agent can do, in words. */
function accessList(say: Translator, name: string, { scopes, apis }: RequestedScopes): Element[] {
  const access = [
    ...scopes.map((scope) => describeScope(say, scope)),
    ...apis.flatMap((api) => api.descriptions.map((text) => `${api.name}: ${text}`)),
  ];
  if (access.length === 0) return [];
  const items = access.map((text) => h('li', {}, text));
  return [h('p', { class: 'hint' }, say('agent-access', { name })), h('ul', { class: 'access' }, items)];
}

export function agents(writing: SectionContext, view: AccountView): Element {
  const { say } = writing;
  const items = view.agents.map((item) => agent(writing, item));
  return section({ id: 'agents', heading: say('agents'), intro: say('agents-intro') }, h('ul', { class: 'items' }, items));
}

function agent({ say, times, csrf }: SectionContext, { name, scopes, apis, expiresAt, end }: AgentItem): Element {
  const expiry = expiresAt === null ? [say('agent-unlimited')] : textWithDay(times, expiresAt, (date) => say('agent-expires', { date }));
  return row({
    start: tile('agent'),
    name,
    details: expiry,
    more: accessList(say, name, { scopes, apis }),
    end: form({ action: end, fields: { csrf } }, button(say('session-end'), { kind: 'quiet', label: say('agent-end-item', { name }) })),
  });
}

export function sessions(writing: SectionContext, view: AccountView): Element {
  const { say, csrf } = writing;
  const items = view.sessions.map((item) => session(writing, item));
  const others = view.sessions.some(({ current }) => !current);
  const action = others
    ? form({ action: view.endOtherSessions, fields: { csrf } }, button(say('sessions-end-others'), { kind: 'secondary' }))
    : null;
  return section({ id: 'sessions', heading: say('sessions'), intro: say('sessions-intro'), action }, h('ul', { class: 'items' }, items));
}

function session({ say, times, csrf }: SectionContext, item: SessionItem): Element {
  const device = item.device || say('session-unknown-device');
  const seen = textWithRelativeTime(times, item.lastSeenAt, (time) => say('session-last-seen', { time }));
  const started = textWithDay(times, item.startedAt, (date) => say('session-started', { date }));
  const place = [item.address && say('session-address', { address: item.address }), item.country].filter((part) => part !== null);
  const label = say('session-end-item', { device });
  return row({
    start: tile(PHONES.test(item.device) ? 'authenticator-app' : 'computer'),
    name: device,
    badge: item.current ? say('session-current') : null,
    details: joinTexts([...(item.current ? [started] : [seen, started]), ...place]),
    end: item.current ? null : form({ action: item.end, fields: { csrf } }, button(say('session-end'), { kind: 'quiet', label })),
  });
}
