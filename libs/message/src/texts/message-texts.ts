import type { NoticeKind } from '../message.js';

/** The words of a message with a link that works once. */
export interface LinkTexts {
  subject(place: string): string;
  /** What the link is for, as a sentence. */
  invitation(place: string): string;
  /** The text of the button in HTML. */
  button: string;
  /** Follows `notYou`. */
  unexpected: string;
}

/** The words of all messages in one language. */
export interface MessageTexts {
  /** @param name null if unknown */
  greeting(name: string | null): string;
  link: LinkTexts & {
    lifetime(minutes: number): string;
    /** The whole message for limited space. */
    short(place: string, link: string, minutes: number): string;
  };
  /** An operator has invited the recipient. */
  signUpInvitation: LinkTexts & { lifetime(days: number): string };
  /** Creates an account. */
  signUp: LinkTexts;
  /** For a person who asked for an account, but has one. */
  accountExists: LinkTexts;
  /** To users whom an operator has created. */
  userInvitation: {
    subject(place: string): string;
    /** That the link signs in, as a sentence. */
    link(place: string): string;
    lifetime(hours: number): string;
    /** How users of an identity provider sign in, as a sentence. */
    identityProvider(place: string, identityProvider: string): string;
    /** A question in place of `notYou`. */
    unknown: string;
    /** Follows `unknown`. */
    unexpected: string;
  };
  notice: {
    /** The event, as a heading. */
    subjects: Readonly<Record<NoticeKind, string>>;
    /** The event, as a sentence. */
    sentences: Readonly<Record<NoticeKind, (place: string) => string>>;
    /** Follows `notYou`. */
    unexpected: string;
    /** The text of the button that leads to the account page. */
    button: string;
  };
  /** The link that proves an address. */
  confirmation: {
    subject(place: string): string;
    /** What the link is for, as a sentence. */
    invitation(place: string): string;
    button: string;
    lifetime(minutes: number): string;
    /** Follows `notYou`. */
    unexpected: string;
  };
  /** To the former address, with a link that restores it. */
  emailChanged: {
    subject: string;
    /** The event, as a sentence. */
    sentence(place: string): string;
    button: string;
    lifetime(days: number): string;
    /** Follows `notYou`. */
    unexpected: string;
  };
  /** A question. What to do if the answer is no follows. */
  notYou: string;
  /** Names of what is known about the request. */
  facts: Readonly<Record<'application' | 'device' | 'address' | 'country' | 'time', string>>;
  /** Between a name and its value. */
  separator: string;
  /** Stands before the address in full. */
  fallback: string;
  /** Names of links to the operator's own pages. */
  footer: Readonly<Record<'help' | 'terms' | 'privacy', string>>;
}
