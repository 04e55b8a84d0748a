import type { Translator } from '@latchkey/page-texts';
import { button, form, textField } from '../components/elements.js';
import { h, type Children, type Element } from '../components/hyperscript.js';
import { icon, tile } from '../components/icon.js';
import { passkeyCreationForm } from '../components/passkey-form.js';
import { joinTexts, textWithDay, textWithRelativeTime } from '../components/time.js';
import { row, section, type SectionContext } from './account-section.js';
import type { AccountView, PasskeyItem } from './account-view-models.js';

/** One sentence on how well the account is protected, with the one thing to do. */
export function protection(say: Translator, { passkeys: { length: count }, recoveryCodes: codes }: AccountView): Element {
  const canRecover = count > 1 || (codes?.left ?? 0) > 0;
  if (count > 0 && canRecover) return h('p', { class: 'banner notice with-icon' }, icon('check'), say('protection-good'));
  const text = say(count === 0 ? 'protection-passkey' : 'protection-backup');
  return h('p', { class: 'banner warning with-icon' }, icon('warning'), text);
}

export function passkeys(writing: SectionContext, { passkeys: items, createPasskey, error }: AccountView): Element {
  const { say, csrf } = writing;
  const action =
    'options' in createPasskey
      ? passkeyCreationForm(say, { csrf, passkey: createPasskey, error, kind: 'secondary' })
      : form({ action: createPasskey.action, fields: { csrf } }, button(say('create-passkey'), { kind: 'secondary', icon: 'passkey' }));
  return section(
    { id: 'passkeys', heading: say('passkeys'), intro: say('passkeys-intro'), action },
    items.length === 0
      ? h('p', {}, say('passkeys-none'))
      : h(
          'ul',
          { class: 'items' },
          items.map((item, index) => passkey(writing, item, index)),
        ),
  );
}

function passkey(writing: SectionContext, item: PasskeyItem, index: number): Element {
  const { say, times } = writing;
  const details = [
    textWithDay(times, item.createdAt, (date) => say('passkey-created-at', { date })),
    lastUse(writing, item.lastUsedAt),
    ...(item.synced ? [say('passkey-synced')] : []),
  ];
  return row({
    start: tile(item.synced ? 'passkey' : 'security-key'),
    name: item.name,
    details: joinTexts(details),
    end: management(writing, item, index),
  });
}

function management({ say, csrf }: SectionContext, { name, rename, remove }: PasskeyItem, index: number): Element {
  const field = { id: `passkey-${index}`, name: 'name', label: say('passkey-name-label', { name }), value: name };
  return h(
    'details',
    { class: 'manage' },
    h('summary', { 'aria-label': say('manage-item', { name }) }, say('manage')),
    h(
      'div',
      {},
      form(
        { action: rename, fields: { csrf } },
        textField({ ...field, attributes: { maxlength: 60, autocomplete: 'off' } }),
        button(say('save'), { kind: 'secondary' }),
      ),
      form({ action: remove, fields: { csrf } }, button(say('remove'), { kind: 'danger', label: say('remove-item', { name }) })),
    ),
  );
}

function lastUse({ say, times }: SectionContext, lastUsedAt: Date | null): Children {
  return lastUsedAt ? textWithRelativeTime(times, lastUsedAt, (date) => say('passkey-last-used', { date })) : say('passkey-never-used');
}

export function authenticatorApp(writing: SectionContext, { authenticatorApp: app }: AccountView): Element {
  const { say, times, csrf } = writing;
  const head = { id: 'authenticator-app', heading: say('authenticator-app'), intro: say('authenticator-app-intro') };
  if ('setUp' in app)
    return section(head, form({ action: app.setUp, fields: { csrf } }, button(say('set-up-authenticator-app'), { kind: 'secondary' })));
  const since = textWithDay(times, app.since, (date) => say('authenticator-app-since', { date }));
  return section(
    head,
    h('p', {}, joinTexts([since, lastUse(writing, app.lastUsedAt)])),
    form({ action: app.remove, fields: { csrf } }, button(say('authenticator-app-remove'), { kind: 'secondary' })),
  );
}

export function recoveryCodes({ say, csrf }: SectionContext, { recoveryCodes: codes }: AccountView): Element {
  const head = { id: 'recovery-codes', heading: say('recovery-codes'), intro: say('recovery-codes-about') };
  if (!codes) return section(head, h('p', {}, say('recovery-codes-later')));
  const left = say('recovery-codes-left', { count: String(codes.left) });
  return section(
    head,
    h('p', {}, h('strong', {}, left), codes.left > 0 ? [h('br', {}), h('span', { class: 'hint' }, say('recovery-codes-replace'))] : null),
    form({ action: codes.regenerate, fields: { csrf } }, button(say('recovery-codes-make'), { kind: 'secondary' })),
  );
}
