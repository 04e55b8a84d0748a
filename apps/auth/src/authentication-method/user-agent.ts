/** Browsers by what only they, or those after them in the list, say of themselves. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\b(Edg|EdgA|EdgiOS)\//],
  ['Opera', /\b(OPR|OPiOS)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];
const OPERATING_SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\b(Linux|X11)\b/],
];
/** Characters that are looked at: whoever sends more is no browser. */
const MAX_USER_AGENT_LENGTH = 512;

/** What the User-Agent header (RFC 9110 section 10.1.5) tells of a device: "Firefox, Windows". Empty if it tells nothing. */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? '';
  const matches = [BROWSERS, OPERATING_SYSTEMS].map((list) => list.find(([, sign]) => sign.test(text))?.[0]);
  return matches.filter((name) => name !== undefined).join(', ');
}
