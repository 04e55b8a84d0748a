import { getForm, getHeading, type PageForm } from './cookie-browser.js';
import { send, type Answer } from './http.js';

interface Cookie {
  host: string;
  name: string;
  value: string;
  path: string;
}

const MAX_REDIRECTS = 20;

/**
 * A browser without scripts for federated sign-ins on this machine. It keeps the cookies of each site, follows redirects, and fills in
 * forms.
 */
export class RedirectFollower {
  /** Its current address. */
  url = new URL('about:blank');
  /** Every response of the followed redirects. */
  readonly answers: { origin: string; status: number }[] = [];
  private cookies: Cookie[] = [];
  private page: Answer | null = null;

  /** Requests an address, and follows redirects to a page. */
  async open(address: string | URL, form?: URLSearchParams): Promise<Answer> {
    let answer = await this.request(new URL(address), form);
    for (let hops = 0; answer.headers.location !== undefined; hops += 1) {
      if (hops === MAX_REDIRECTS) throw new Error(`too many redirects: ${this.url.href}`);
      answer = await this.request(new URL(answer.headers.location, this.url));
    }
    return (this.page = answer);
  }

  /** Fills in fields of the page and presses a button. */
  async press(button: string, fields: Record<string, string> = {}): Promise<Answer> {
    const form: PageForm = getForm(this.here, button);
    return this.open(new URL(form.action, this.url), new URLSearchParams({ ...form.fields, ...fields }));
  }

  /** The heading of the current page. */
  get heading(): string {
    return getHeading(this.here);
  }

  /** The page. */
  get here(): Answer {
    if (!this.page) throw new Error('it has not gone anywhere yet');
    return this.page;
  }

  /** The cookies of all sites. */
  get allCookies(): readonly Cookie[] {
    return this.cookies;
  }

  /** Every name of this machine resolves to loopback, whatever the system's resolver returns: RFC 6761 section 6.3. */
  private async request(url: URL, form?: URLSearchParams): Promise<Answer> {
    const cookie = this.cookies.filter((each) => each.host === url.hostname && isWithin(url.pathname, each.path));
    const posted = form && { 'Content-Type': 'application/x-www-form-urlencoded', Origin: url.origin, 'Sec-Fetch-Site': 'same-origin' };
    const headers = {
      Host: url.host,
      Accept: 'text/html',
      ...posted,
      Cookie: cookie.map(({ name, value }) => `${name}=${value}`).join('; '),
    };
    const call = form ? { method: 'POST', headers, body: form.toString() } : { headers };
    const answer = await send(`http://127.0.0.1:${url.port}${url.pathname}${url.search}`, call);
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(url.hostname, line);
    this.url = url;
    this.answers.push({ origin: url.origin, status: answer.status });
    return answer;
  }

  private keep(host: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; ?/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    this.cookies = this.cookies.filter((each) => each.host !== host || each.name !== name || each.path !== path);
    if (!/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.push({ host, name, value, path });
  }
}

/** RFC 6265 section 5.1.4. */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.replace(/\/?$/, '/'));
}
