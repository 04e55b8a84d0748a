import type { Translator } from '@latchkey/page-texts';
import { h, type Attributes, type Children, type Element } from './hyperscript.js';
import { icon, type IconName } from './icon.js';
import { toSafeUrl } from './safe-url.js';
import { allowBreakBeforeAt } from './wrapping.js';

/** `primary` is the page's main action: at most one per page. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonOptions {
  kind: ButtonKind;
  /** At the start of the button. */
  icon?: IconName;
  /** Accessible name for buttons whose text alone is ambiguous. It must contain the visible text. */
  label?: string;
  name?: string;
  value?: string;
}

/** Values by name; a list if a name repeats. */
export type FormFields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

export interface FormOptions {
  action: string;
  /** Hidden fields. */
  fields: FormFields;
  /** Attributes for the stylesheet and the script. */
  attributes?: Attributes;
}

interface FieldOptions {
  id: string;
  name: string;
  label: string;
  value?: string;
  hint?: string;
  error?: string | undefined;
  attributes?: Attributes;
}

/** A choice of a field. */
export interface Option {
  value: string;
  text: string;
  /** The language of the text, if it is not that of the page. */
  language?: string;
}

export function button(text: string, { kind, icon: symbol, label, name, value }: ButtonOptions): Element {
  return h('button', { type: 'submit', class: `button ${kind}`, 'aria-label': label, name, value }, symbol && icon(symbol), text);
}

export function link(text: string, address: string): Element {
  return h('a', { href: toSafeUrl(address) }, text);
}

/** A link that is the page's main action. */
export function linkButton(text: string, address: string): Element {
  return h('a', { href: toSafeUrl(address), class: 'button primary' }, text);
}

function isList(fields: FormFields): fields is readonly (readonly [string, string])[] {
  return Array.isArray(fields);
}

/** A form with a plain POST. */
export function form({ action, fields, attributes }: FormOptions, ...children: Children[]): Element {
  const pairs = isList(fields) ? fields : Object.entries(fields);
  const hidden = pairs.map(([name, value]) => h('input', { type: 'hidden', name, value }));
  return h('form', { method: 'post', action: toSafeUrl(action), ...attributes }, hidden, ...children);
}

export function textField({ id, name, label, value, hint, error, attributes }: FieldOptions): Element {
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].join(' ').trim();
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    hint === undefined ? null : h('p', { id: `${id}-hint`, class: 'hint' }, hint),
    error === undefined ? null : h('p', { id: `${id}-error`, class: 'field-error', role: 'alert' }, error),
    h('input', {
      id,
      name,
      type: 'text',
      value,
      autocapitalize: 'none',
      autocorrect: 'off',
      spellcheck: false,
      'aria-invalid': error === undefined ? undefined : 'true',
      'aria-describedby': described || undefined,
      ...attributes,
    }),
  );
}

/** A field with a list of choices. */
export function selectField({ id, name, label, value, error, options }: FieldOptions & { options: readonly Option[] }): Element {
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    error === undefined ? null : h('p', { id: `${id}-error`, class: 'field-error', role: 'alert' }, error),
    h(
      'select',
      {
        id,
        name,
        'aria-invalid': error === undefined ? undefined : 'true',
        'aria-describedby': error === undefined ? undefined : `${id}-error`,
      },
      options.map((option) =>
        h('option', { value: option.value, lang: option.language, selected: option.value === value || undefined }, option.text),
      ),
    ),
  );
}

/** An error banner. Screen readers announce it immediately. */
export function alert(text: string | null): Element | null {
  return text === null ? null : h('p', { class: 'banner error', role: 'alert' }, text);
}

/** A success banner. */
export function notice(text: string | null): Element | null {
  return text === null ? null : h('p', { class: 'banner notice', role: 'status' }, text);
}

/** A list of names and values, such as "Account: Maria Muster". */
export function facts(entries: readonly (readonly [name: string, value: string])[]): Element {
  return h(
    'dl',
    { class: 'facts' },
    entries.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, h('bdi', {}, allowBreakBeforeAt(value))))),
  );
}

/** The request id, by which the operator finds the request in the log. The script shows its button. */
export function requestNumber(say: Translator, requestId: string): Element {
  const copy = h(
    'button',
    { type: 'button', class: 'button quiet', hidden: true, 'data-copy-id': '', 'data-copied': say('copied') },
    say('copy'),
  );
  return h('p', { class: 'hint request-id' }, say('error-request-id'), ' ', h('code', {}, requestId), ' ', copy);
}

export function separator(text: string): Element {
  return h('p', { class: 'separator' }, h('span', {}, text));
}
