import { nameCountry } from './country.js';
import { DATE_LOCALES, DATE_TIME_OPTIONS } from './date-time.js';
import { toMailPicture } from './mail-look.js';
import type { Message, MessageLanguage } from './message.js';
import { oneLine } from './one-line.js';
import type { MessageTexts } from './texts/message-texts.js';
import { TEXTS } from './texts/texts.js';

/** What a mail says, for both of its formats. */
export interface MailContent {
  subject: string;
  /** What a mail program shows beside the subject. */
  preheader: string;
  /** Whether it reports a change, and so needs attention. */
  isNotice: boolean;
  sentences: string[];
  button: string;
  link: string;
  facts: MailFact[];
  /** Whether the reader did not cause the mail; absent: in the usual words. */
  notYou?: string;
  /** What to do then. */
  unexpected: string;
}

/** Something that is known about the request. */
export interface MailFact {
  label: string;
  value: string;
  /** The URL of a picture; empty: none. */
  icon: string;
}

const LINK_TEXTS = {
  'sign-up-invitation': 'signUpInvitation',
  'sign-in-link': 'link',
  'sign-up-link': 'signUp',
  'account-exists': 'accountExists',
  'email-confirmation': 'confirmation',
} as const;

/** What distinguishes the kinds of mails. */
type MailWords = Omit<MailContent, 'facts'>;

/** Puts a message into words. */
export function describeMail(message: Message): MailContent {
  return { ...chooseWords(message), facts: listFacts(message) };
}

/** A new kind of message is one more case here, and its texts. */
function chooseWords(message: Message): MailWords {
  const { content, language } = message;
  const texts = TEXTS[language];
  const place = oneLine(message.place);
  const greeting = texts.greeting(message.name === null ? null : oneLine(message.name) || null);
  if (content.kind === 'notice') {
    const { subjects, sentences, unexpected, button } = texts.notice;
    const sentence = sentences[content.notice](place);
    const subject = subjects[content.notice];
    return {
      subject,
      preheader: sentence,
      isNotice: true,
      sentences: [greeting, sentence],
      button,
      link: content.account,
      unexpected,
    };
  }
  if (content.kind === 'email-changed') {
    const { subject, sentence, lifetime, ...words } = texts.emailChanged;
    const preheader = sentence(place);
    const sentences = [greeting, preheader, lifetime(content.days)];
    return { ...words, subject, preheader, isNotice: true, sentences, link: content.link };
  }
  if (content.kind === 'user-invitation' || content.kind === 'provider-invitation') {
    return describeUserInvitation(content, { texts, greeting, place });
  }
  const isInvitation = content.kind === 'sign-up-invitation';
  const link = texts[LINK_TEXTS[content.kind]];
  const lifetime = isInvitation ? texts.signUpInvitation.lifetime(content.days) : texts.link.lifetime(content.minutes);
  return {
    subject: link.subject(place),
    preheader: [message.request?.device, lifetime].filter(Boolean).join(' · '),
    isNotice: false,
    sentences: [greeting, `${link.invitation(place)} ${lifetime}`],
    button: link.button,
    link: content.link,
    unexpected: link.unexpected,
  };
}

type UserInvitation = Extract<Message['content'], { kind: 'user-invitation' | 'provider-invitation' }>;
interface Words {
  texts: MessageTexts;
  greeting: string;
  place: string;
}

function describeUserInvitation(content: UserInvitation, { texts, greeting, place }: Words): MailWords {
  const { subject, link, lifetime, identityProvider, unknown, unexpected } = texts.userInvitation;
  const sentence =
    content.kind === 'user-invitation'
      ? `${link(place)} ${lifetime(content.hours)}`
      : identityProvider(place, oneLine(content.identityProvider));
  return {
    subject: subject(place),
    preheader: sentence,
    isNotice: false,
    sentences: [greeting, sentence],
    button: texts.link.button,
    link: content.link,
    notYou: unknown,
    unexpected,
  };
}

function listFacts({ request, language, timeZone = null }: Message): MailFact[] {
  if (!request) return [];
  const { facts: labels } = TEXTS[language];
  const { application, device, address, country, at } = request;
  const time = formatTime(at, language, timeZone);
  const facts: Record<keyof typeof labels, string | null> = {
    application: application && oneLine(application.name),
    device,
    address,
    country: country ? nameCountry(country, language) : null,
    time,
  };
  return Object.entries(facts).flatMap(([name, value]) =>
    value
      ? [{ label: labels[name as keyof typeof labels], value, icon: name === 'application' ? toMailPicture(application!.logoUri) : '' }]
      : [],
  );
}

/** @param timeZone null, or one that is not known here: UTC */
function formatTime(at: string, language: MessageLanguage, timeZone: string | null): string {
  const format = (zone: string) => new Intl.DateTimeFormat(DATE_LOCALES[language], { ...DATE_TIME_OPTIONS, timeZone: zone });
  try {
    return format(timeZone ?? 'UTC').format(new Date(at));
  } catch {
    return format('UTC').format(new Date(at));
  }
}
