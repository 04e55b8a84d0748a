/** Hosts of web mail by the domains of their addresses. */
const WEBMAIL: Readonly<Record<string, string>> = {
  'gmail.com': 'mail.google.com',
  'googlemail.com': 'mail.google.com',
  'outlook.com': 'outlook.live.com',
  'hotmail.com': 'outlook.live.com',
  'live.com': 'outlook.live.com',
  'icloud.com': 'www.icloud.com',
  'me.com': 'www.icloud.com',
  'yahoo.com': 'mail.yahoo.com',
  'proton.me': 'mail.proton.me',
  'protonmail.com': 'mail.proton.me',
  'fastmail.com': 'app.fastmail.com',
  'gmx.de': 'www.gmx.net',
  'gmx.net': 'www.gmx.net',
  'web.de': 'web.de',
  'orange.fr': 'messagerie.orange.fr',
  'free.fr': 'webmail.free.fr',
  'libero.it': 'mail.libero.it',
  'wp.pl': 'poczta.wp.pl',
  'onet.pl': 'poczta.onet.pl',
};

/** @returns the host of the web mail for an email address; null if it is unknown */
export function findWebmail(address: string): string | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return Object.hasOwn(WEBMAIL, domain) ? WEBMAIL[domain]! : null;
}
