import type { NoticeKind } from '../message.js';

/** The words of all messages in one language. */
export interface MessageTexts {
  /** @param name null if unknown */
  greeting(name: string | null): string;
  link: {
    subject(place: string): string;
    /** Comes before the link. */
    invitation(place: string): string;
    /** The text of the link, where links have one. */
    button: string;
    /** Come after it. */
    lifetime(minutes: number): string;
    unexpected: string;
    /** The whole message, where space is short. */
    short(place: string, link: string, minutes: number): string;
  };
  notice: {
    /** The event, as a heading. */
    subjects: Readonly<Record<NoticeKind, string>>;
    /** The event, as a sentence. */
    sentences: Readonly<Record<NoticeKind, (place: string) => string>>;
    unexpected: string;
    /** Comes before the address of the account page. */
    account: string;
  };
}
