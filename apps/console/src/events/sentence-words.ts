import { i18n } from '@lingui/core';
import { phraseMethod } from '../ui/sign-in-methods.js';
import type { LogEntry } from './log-entry.js';

/** Names stand between these in a sentence, so that they can be shown bold in any language. */
const [START, END] = ['\u0002', '\u0003'];

/** Marks a name. A name that has the marks itself loses them. */
export const markName = (name: string) => `${START}${name.replaceAll(START, '').replaceAll(END, '')}${END}`;

/** Takes a sentence apart into plain and bold parts. */
export function splitNames(sentence: string): { text: string; isName: boolean }[] {
  return sentence
    .split(START)
    .flatMap((part, index) => {
      const [name = '', rest] = part.split(END);
      return index === 0 || rest === undefined
        ? [{ text: part, isName: false }]
        : [
            { text: name, isName: true },
            { text: rest, isName: false },
          ];
    })
    .filter(({ text }) => text !== '');
}

/** What a sentence about an entry is made of. Names are marked. */
export interface Words {
  actor: string;
  user: string;
  client: string;
  hasClient: boolean;
  /** Whether someone else than the user did it. */
  isByOther: boolean;
  /** A text of `data`, marked. */
  name: (field: string) => string;
  /** A text of `data`, as it is; empty if it was erased. */
  text: (field: string) => string;
  /** A list of `data` in the language's form, such as "a, b and c". */
  list: (field: string) => string;
  data: LogEntry['data'];
}

function nameActor({ type, id, name }: LogEntry['actor'], users: ReadonlyMap<string, string>): string {
  if (type === 'service') return 'Latchkey';
  if (type === 'user') return (id && users.get(id)) ?? name ?? i18n.t('A user');
  return name ?? (id === null ? i18n.t('The command line') : id);
}

const SHORT_ID_LENGTH = 8;

/** @param users the known names by `sub` */
export function toWords(entry: LogEntry, users: ReadonlyMap<string, string>): Words {
  const { actor, user, client, data } = entry;
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : '');
  const list = (field: string) => {
    const values = Array.isArray(data[field]) ? data[field].map(String) : [];
    const shown = field === 'methods' ? values.map(phraseMethod) : values;
    return new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(shown);
  };
  const known = user === null ? undefined : users.get(user);
  const unknown = user === null ? i18n.t('Someone unknown') : i18n.t('User {id}', { id: user.slice(0, SHORT_ID_LENGTH) });
  return {
    actor: markName(nameActor(actor, users)),
    user: markName(known ?? unknown),
    client: markName(client ?? i18n.t('An unknown client')),
    hasClient: client !== null,
    isByOther: actor.type !== 'user' || actor.id !== user,
    name: (field) => markName(text(field)),
    text,
    list,
    data,
  };
}
