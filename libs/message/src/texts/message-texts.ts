import type { NoticeKind } from '../message.js';

/** The words of all messages in one language. */
export interface MessageTexts {
  /** @param name null if unknown */
  greeting(name: string | null): string;
  link: {
    subject(place: string): string;
    /** The text before the link. */
    invitation(place: string): string;
    /** The text of the link in HTML. */
    button: string;
    /** The text after the link. */
    lifetime(minutes: number): string;
    unexpected: string;
    /** The whole message for limited space. */
    short(place: string, link: string, minutes: number): string;
  };
  notice: {
    /** The event, as a heading. */
    subjects: Readonly<Record<NoticeKind, string>>;
    /** The event, as a sentence. */
    sentences: Readonly<Record<NoticeKind, (place: string) => string>>;
    unexpected: string;
    /** The text before the URL of the account page. */
    account: string;
  };
}
