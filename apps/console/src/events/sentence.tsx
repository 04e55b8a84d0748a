import { CLIENT_SENTENCES, OPERATOR_SENTENCES } from './operator-sentences.js';
import { markName, splitNames, toWords, type Words } from './sentence-words.js';
import type { LogEntry } from './log-entry.js';
import { USER_SENTENCES } from './user-sentences.js';

const SENTENCES: Record<string, (words: Words) => string> = { ...OPERATOR_SENTENCES, ...CLIENT_SENTENCES, ...USER_SENTENCES };

/** What happened, in plain words with marked names. Of a type that is newer than the console, the type. */
function describe(entry: LogEntry, users: ReadonlyMap<string, string>): string {
  return SENTENCES[entry.type]?.(toWords(entry, users)) ?? markName(entry.type);
}

/** What happened, as a text. */
export const describeEntry = (entry: LogEntry, users: ReadonlyMap<string, string>) =>
  splitNames(describe(entry, users))
    .map(({ text }) => text)
    .join('');

/** What happened, with names in bold. */
export function Sentence({ entry, users }: { entry: LogEntry; users: ReadonlyMap<string, string> }) {
  return splitNames(describe(entry, users)).map(({ text, isName }, index) =>
    isName ? (
      // The parts of a sentence stay in their order.
      <strong key={index}>
        <bdi>{text}</bdi>
      </strong>
    ) : (
      text
    ),
  );
}
