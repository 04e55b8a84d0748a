import ipaddr from 'ipaddr.js';
import { unquote } from './quoted-text.js';

/** A record's value from an API, normalized for comparison. */
export function normalizeValue(type: string, content: string): string {
  if (type === 'TXT') return unquote(content);
  if (type === 'CNAME') return normalizeName(content);
  if ((type === 'A' || type === 'AAAA') && ipaddr.isValid(content)) return ipaddr.parse(content).toString();
  return content;
}

/** Lower-cases a name, and removes its trailing dot. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** A name and its ancestors with at least two labels, at which its zone may begin. */
export function enclosingNames(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_label, n) => labels.slice(n).join('.'));
}
