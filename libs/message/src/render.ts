import { fillLayout } from './layout/fill-layout.js';
import { MAIL_LAYOUT } from './layout/mail-layout.generated.js';
import { describeMail, type MailContent } from './mail-content.js';
import { createMailLook, type MailBranding } from './mail-look.js';
import type { Message } from './message.js';
import { oneLine } from './one-line.js';
import { TEXTS } from './texts/texts.js';

/** A mail in both formats, which are sent together: RFC 2046 section 5.1.4. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a message as a mail. It loads nothing but logos, and does not track its reader. @param branding null: the default */
export function renderMail(message: Message, branding: MailBranding | null): Mail {
  const content = describeMail(message);
  const footer = listFooterLinks(message, branding);
  return { subject: content.subject, text: toText(message, content, footer), html: toHtml(message, { ...content, footer }, branding) };
}

/** Writes a message as a text message. */
export function renderText(message: Message): string {
  const { language, place, content } = message;
  const texts = TEXTS[language];
  switch (content.kind) {
    case 'notice':
      return `${texts.notice.sentences[content.notice](oneLine(place))} ${content.account}`;
    case 'sign-up-invitation':
      return `${texts.signUpInvitation.invitation(oneLine(place))} ${content.link}`;
    case 'user-invitation':
    case 'provider-invitation':
      return `${describeMail(message).sentences.at(-1)} ${content.link}`;
    case 'email-confirmation':
    case 'email-changed':
      return `${describeMail(message).subject}: ${content.link}`;
    case 'sign-in-link':
    case 'sign-up-link':
    case 'account-exists':
      return texts.link.short(oneLine(place), content.link, content.minutes);
  }
}

interface FooterLink {
  label: string;
  address: string;
}

function listFooterLinks({ language }: Message, branding: MailBranding | null): FooterLink[] {
  const { help, terms, privacy } = TEXTS[language].footer;
  const links: [string, string | null | undefined][] = [
    [help, branding?.supportUri],
    [terms, branding?.termsUri],
    [privacy, branding?.privacyUri],
  ];
  return links.flatMap(([label, address]) => (address ? [{ label, address }] : []));
}

function toText({ language, place }: Message, content: MailContent, footer: FooterLink[]): string {
  const { separator } = TEXTS[language];
  const { sentences, button, link, facts, notYou = TEXTS[language].notYou, unexpected } = content;
  const toLine = (label: string, value: string) => `${label}${separator}${value}`;
  const paragraphs = [
    ...sentences,
    `${button}${separator.trimEnd()}\n${link}`,
    facts.map(({ label, value }) => toLine(label, value)).join('\n'),
    `${notYou} ${unexpected}`,
    [oneLine(place), ...footer.map(({ label, address }) => toLine(label, address))].join('\n'),
  ];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function toHtml({ language, place }: Message, content: MailContent & { footer: FooterLink[] }, branding: MailBranding | null): string {
  const { notYou, fallback } = TEXTS[language];
  const isRightToLeft = language === 'ar';
  const brand = oneLine(place);
  const { sentences, facts, footer, subject, isNotice, ...words } = content;
  return fillLayout(MAIL_LAYOUT, {
    ...words,
    ...createMailLook(brand, branding),
    language,
    direction: isRightToLeft ? 'rtl' : 'ltr',
    start: isRightToLeft ? 'right' : 'left',
    brand,
    heading: subject,
    notice: isNotice,
    sentences: sentences.map((sentence) => ({ sentence })),
    panel: facts.length > 0,
    facts: facts.map((fact) => ({ ...fact })),
    notYou: content.notYou ?? notYou,
    fallback,
    links: footer.map((link) => ({ ...link })),
  });
}
