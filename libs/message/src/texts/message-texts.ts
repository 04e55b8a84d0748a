import type { NoticeKind } from '../message.js';

/** The words of all messages in one language. */
export interface MessageTexts {
  /** @param name null if unknown */
  greeting(name: string | null): string;
  link: {
    subject(place: string): string;
    /** Comes before the link. */
    invitation(place: string): string;
    /** What the link is called where it can be. */
    button: string;
    /** Come after it. */
    lifetime(minutes: number): string;
    unexpected: string;
    /** All of it, where room is short. */
    short(place: string, link: string, minutes: number): string;
  };
  notice: {
    /** What has happened, as a heading. */
    subjects: Readonly<Record<NoticeKind, string>>;
    /** What has happened, as a sentence. */
    sentences: Readonly<Record<NoticeKind, (place: string) => string>>;
    unexpected: string;
    /** Comes before the address of the account page. */
    account: string;
  };
}
