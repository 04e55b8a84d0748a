import type { IconName } from './components/icon.js';

/** Hosts of well-known identity providers. */
const MARKS: readonly (readonly [host: RegExp, mark: IconName])[] = [
  [/^accounts\.google\.com$/, 'google'],
  [/^(login\.microsoftonline\.com|sts\.windows\.net|login\.live\.com)$/, 'microsoft'],
  [/^appleid\.apple\.com$/, 'apple'],
  [/^github\.com$/, 'github'],
  [/\.(okta|oktapreview|okta-emea)\.com$/, 'okta'],
];

/** @returns the mark of a well-known identity provider, else a building. @param issuer its issuer URL */
export function getProviderMark(issuer: string): IconName {
  const host = URL.parse(issuer)?.hostname ?? '';
  return MARKS.find(([pattern]) => pattern.test(host))?.[1] ?? 'building';
}
