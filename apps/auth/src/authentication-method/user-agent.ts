import { BROWSER_MAP, parse } from 'bowser';

/** Bowser names an unknown client by words of its header. Only names from Bowser's own list are shown. */
const KNOWN_BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP));
const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map([
  ['Microsoft Edge', 'Edge'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['Chrome OS', 'ChromeOS'],
]);
/** Longer than any browser's header. The limit bounds the run time of Bowser's regular expressions. */
const MAX_USER_AGENT_LENGTH = 512;

/** @returns the browser and system in a User-Agent header (RFC 9110 section 10.1.5), such as "Firefox, Windows"; empty if unknown */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os, platform } = parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  const browserName = browser.name !== undefined && KNOWN_BROWSERS.has(browser.name) ? browser.name : undefined;
  const systemName = os.name === 'iOS' ? (platform.model ?? os.name) : os.name;
  return [browserName, systemName].flatMap((name) => (name ? [DISPLAY_NAMES.get(name) ?? name] : [])).join(', ');
}
