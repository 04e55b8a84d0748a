import { isLoopback } from '@latchkey/oauth';
import type { MetadataDocumentSettings } from '@latchkey/persistence';
import { isIP } from 'node:net';

/** Logs and cookies hold the whole client_id. */
const MAX_LENGTH = 512;
/** Control characters, slashes and backslashes, which servers decode differently. */
const AMBIGUOUS_ENCODING = /%(?:[01][0-9a-f]|2f|5c|7f)/i;

/** What a domain permits, and whether the process runs for development. */
export interface ClientIdPolicy extends Pick<MetadataDocumentSettings, 'hosts'> {
  production: boolean;
}

/** Whether a `client_id` names a metadata document. Ids that operators choose have no colon. */
export function isMetadataDocumentId(clientId: string): boolean {
  return /^https?:\/\//i.test(clientId);
}

/**
 * @returns why no document is read from a `client_id`, or null: OAuth Client ID Metadata Document section 3. As for all outgoing requests,
 * this machine may be named by http and with a port outside production
 */
export function findClientIdViolation(clientId: string, policy: ClientIdPolicy): string | null {
  const url = clientId.length <= MAX_LENGTH ? URL.parse(clientId) : null;
  if (!url) return `client_id must be a URL of at most ${MAX_LENGTH} characters`;
  const isLocal = !policy.production && isLoopback(url.hostname);
  return (
    findFormViolation(clientId, url, isLocal) ??
    (isLocal ? null : findHostViolation(url.hostname, policy.hosts)) ??
    findListViolation(url.hostname, policy.hosts)
  );
}

function findFormViolation(clientId: string, url: URL, isLocal: boolean): string | null {
  if (url.protocol !== 'https:' && !isLocal) return 'client_id must use https';
  if (url.username !== '' || url.password !== '') return 'client_id must not contain a user name or password';
  if (clientId.includes('#')) return 'client_id must not have a fragment (#...)';
  if (clientId.includes('?')) return 'client_id must not have a query (?...)';
  if (url.port !== '' && !isLocal) return 'client_id must not have a port';
  // control: a client_id has one spelling
  if (url.href !== clientId)
    return 'client_id must be spelled as a browser shows it: a host in lower case without a port, a path, no dot segments, no spaces or backslashes';
  return AMBIGUOUS_ENCODING.test(url.pathname) ? 'client_id must not have encoded slashes, backslashes or control characters' : null;
}

function findHostViolation(hostname: string, hosts: ClientIdPolicy['hosts']): string | null {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return 'client_id must have a host name, not an IP address';
  if (hostname.endsWith('.')) return 'the host of client_id must not end with a period';
  // control: a host that may look like another one is named by an operator
  if (/(^|\.)xn--/.test(hostname) && hosts === null)
    return 'the host of client_id has letters beyond ASCII (xn--), which can look like others; an operator of this server must name it';
  return null;
}

function findListViolation(hostname: string, hosts: ClientIdPolicy['hosts']): string | null {
  // control: document clients come from the hosts of the domain's list
  if (hosts === null || hosts.includes(hostname)) return null;
  return `the host ${hostname} is not one from which this server reads clients; ask its operator to add it`;
}
