import type { Message, MessageLanguage } from './message.js';
import { AR } from './texts/ar.js';
import { DE } from './texts/de.js';
import { EN } from './texts/en.js';
import { ES } from './texts/es.js';
import { FR } from './texts/fr.js';
import { IT } from './texts/it.js';
import { JA } from './texts/ja.js';
import type { MessageTexts } from './texts/message-texts.js';
import { NL } from './texts/nl.js';
import { PL } from './texts/pl.js';
import { PT } from './texts/pt.js';

/** A mail in both formats, which are sent together: RFC 2046 section 5.1.4. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

interface Part {
  before: string[];
  /** The link's URL, and its text in HTML. */
  link: { address: string; name: string };
  after: string[];
}

const TEXTS: Readonly<Record<MessageLanguage, MessageTexts>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
  nl: NL,
  pl: PL,
  pt: PT,
  ar: AR,
  ja: JA,
};
const MAX_NAME_LENGTH = 100;

/** Renders a message as a mail. It loads nothing, and does not track its reader. */
export function renderMail(message: Message): Mail {
  const texts = TEXTS[message.language];
  const place = oneLine(message.place);
  const { content } = message;
  const subject = content.kind === 'sign-in-link' ? texts.link.subject(place) : texts.notice.subjects[content.notice];
  const part = renderPart(message, texts, place);
  const greeting = texts.greeting(message.name === null ? null : oneLine(message.name) || null);
  return { subject, ...asTextAndHtml({ ...part, before: [greeting, ...part.before] }, message.language) };
}

/** Writes a message as a text message. */
export function renderText({ language, place, content }: Message): string {
  const texts = TEXTS[language];
  if (content.kind === 'sign-in-link') return texts.link.short(oneLine(place), content.link, content.minutes);
  return `${texts.notice.sentences[content.notice](oneLine(place))} ${content.account}`;
}

function renderPart({ content }: Message, { link, notice }: MessageTexts, place: string): Part {
  if (content.kind === 'notice') {
    const address = content.account;
    return {
      before: [notice.sentences[content.notice](place), notice.unexpected, notice.account],
      link: { address, name: address },
      after: [],
    };
  }
  return {
    before: [link.invitation(place)],
    link: { address: content.link, name: link.button },
    after: [link.lifetime(content.minutes), link.unexpected],
  };
}

function asTextAndHtml({ before, link, after }: Part, language: MessageLanguage): Pick<Mail, 'text' | 'html'> {
  const paragraphs = (texts: string[]) => texts.map((text) => `<p>${escapeHtml(text)}</p>`);
  const anchor = `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.name)}</a></p>`;
  const body = [...paragraphs(before), anchor, ...paragraphs(after)].join('\n');
  return {
    text: `${[...before, link.address, ...after].join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">\n<head><meta charset="utf-8"></head>\n<body>\n${body}\n</body>\n</html>\n`,
  };
}

/** Removes characters from a name that would begin a new line, hide the rest (control and format characters), or dominate the message. */
function oneLine(text: string): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return Array.from(visible).slice(0, MAX_NAME_LENGTH).join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
