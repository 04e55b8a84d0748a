/** RFC 5322 section 3.4. */
export interface Mailbox {
  /** The display name; null without one. */
  name: string | null;
  address: string;
}

/** Reads `MAIL_FROM`, whose form the settings have checked. */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: name.replaceAll(/^"|"$|\\(?=.)/g, '') || null, address: address.trim() };
}
