import { MESSAGE_LANGUAGES, type Message, type MessageLanguage, type MessageRequest, type NoticeKind } from './message.js';

/** Seconds after which a notice is no longer sent. */
export const NOTICE_TTL_SECONDS = 86_400;

/** Who receives a notice, and about which domain. */
export interface NoticeRecipient {
  /** An email address. */
  to: string;
  attributes: Readonly<Record<string, unknown>>;
  language: MessageLanguage;
  /** The domain's branding or its name. */
  place: string;
  /** The issuer of the domain. */
  issuer: string;
  request: MessageRequest;
}

/** The message that tells a user of a change of the account. */
export function createNotice(notice: NoticeKind, { to, attributes, language, place, issuer, request }: NoticeRecipient): Message {
  const content = { kind: 'notice', notice, account: `${issuer}/account` } as const;
  return { to, name: findRecipientName(attributes), language, place, content, request, timeZone: findTimeZone(attributes) };
}

/** @returns the name that greets a user in a message; null if unknown */
export function findRecipientName({ name, given_name: givenName }: NoticeRecipient['attributes']): string | null {
  return [name, givenName].find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? null;
}

/** The time zone of a user, as the profile has it; null if unknown. */
export function findTimeZone({ zoneinfo }: NoticeRecipient['attributes']): string | null {
  return typeof zoneinfo === 'string' ? zoneinfo : null;
}

/** The language of a user who sends no request. @param locale of the profile: a BCP 47 tag, or anything else */
export function chooseProfileLanguage(locale: unknown): MessageLanguage {
  const [primary] = typeof locale === 'string' ? locale.toLowerCase().split('-', 1) : [];
  return MESSAGE_LANGUAGES.find((known) => known === primary) ?? MESSAGE_LANGUAGES[0];
}
