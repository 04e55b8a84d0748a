import type { Auth } from './auth.js';
import type { Answer, Call } from './http.js';

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A form of a page: its target, and its values. */
export interface PageForm {
  action: string;
  fields: Record<string, string>;
  /** The name of its button. */
  button: string;
}

/** A browser without scripts at one domain, which keeps cookies, fills in forms, and follows redirects on request. */
export class CookieBrowser {
  private cookies: Cookie[] = [];

  constructor(
    private readonly auth: Pick<Auth, 'send'>,
    readonly domain: string,
  ) {}

  /** The same browser, connected to another replica. */
  copy(auth: Pick<Auth, 'send'>): CookieBrowser {
    const copy = new CookieBrowser(auth, this.domain);
    copy.cookies = [...this.cookies];
    return copy;
  }

  /** @param address a path, or an address of the domain */
  async request(address: string, call: Call = {}): Promise<Answer> {
    const { pathname, search } = new URL(address, `https://${this.domain}`);
    const sent = this.cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', ...(cookie && { Cookie: cookie }), ...call.headers };
    const answer = await this.auth.send(this.domain, `${pathname}${search}`, { ...call, headers });
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(line);
    return answer;
  }

  /** Fills in fields of a page, and presses a button. */
  submit(page: Answer, button: string, fields: Record<string, string> = {}): Promise<Answer> {
    return this.post(getForm(page, button), fields);
  }

  /** Does the same, and follows the redirects. @returns the page at the end */
  async press(page: Answer, button: string, fields: Record<string, string> = {}): Promise<Answer> {
    return (await this.follow(await this.submit(page, button, fields))).answer;
  }

  post({ action, fields }: PageForm, more: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: `https://${this.domain}`,
      'Sec-Fetch-Site': 'same-origin',
    };
    return this.request(action, { method: 'POST', headers, body: new URLSearchParams({ ...fields, ...more }).toString() });
  }

  /** Follows redirects to a page of the domain or an address elsewhere. */
  async follow(answer: Answer): Promise<{ answer: Answer; location: URL | null }> {
    let [current, location] = [answer, null as URL | null];
    for (let hops = 0; getNext(current) !== undefined; hops += 1) {
      if (hops > 10) throw new Error('too many redirects');
      location = new URL(getNext(current)!, `https://${this.domain}`);
      if (location.hostname !== this.domain) break;
      current = await this.request(location.href);
    }
    return { answer: current, location };
  }

  /** Whether there are cookies whose names end like this. */
  has(name: string): boolean {
    return this.cookies.some((cookie) => cookie.name.endsWith(name));
  }

  /** The value of the cookie whose name has this suffix. */
  valueOf(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name.endsWith(name))?.value;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.push({ name, value, path });
  }
}

/** @throws Error if the page has no form with such a button */
export function getForm({ text, status }: Answer, button: string): PageForm {
  const forms = [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', content = '']) => ({
    action: attribute(attributes, 'action'),
    fields: Object.fromEntries(
      [...content.matchAll(/<input\b([^>]*)>/g)].map(([, input = '']) => [attribute(input, 'name'), attribute(input, 'value')]),
    ),
    button: [...content.matchAll(/<button\b[^>]*>(.*?)<\/button>/gs)]
      .map(([, name = '']) => name.replaceAll(/<[^>]*>/g, '').trim())
      .join('|'),
  }));
  const form = forms.find((candidate) => candidate.button.split('|').includes(button));
  if (!form) throw new Error(`no button ${button} on the page ${status}, but ${forms.map((each) => each.button).join(', ')}:\n${text}`);
  return form;
}

/** @param part of the form's target address. @throws Error if the page has no such form */
export function findFormByAction(page: Answer, part: string): PageForm {
  const buttons = [...page.text.matchAll(/<button\b[^>]*>(.*?)<\/button>/gs)].map(([, name = '']) =>
    name.replaceAll(/<[^>]*>/g, '').trim(),
  );
  const form = buttons.map((button) => getForm(page, button)).find(({ action }) => action.includes(part));
  if (!form) throw new Error(`no form with ${part}: ${page.text}`);
  return form;
}

/** The heading of a page. */
export function getHeading({ text }: Answer): string {
  return /<h1\b[^>]*>(.*?)<\/h1>/s.exec(text)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
}

function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes) ?? [];
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}

/** Where a redirect leads, or a page that lasts no time. */
function getNext({ headers }: Answer): string | undefined {
  return headers.location ?? /^0; url=(.*)$/.exec(String(headers['refresh']))?.[1];
}
