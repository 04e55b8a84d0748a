import { Agent } from 'node:http';
import { send } from './http.mjs';

/** @typedef {{ status: number, location: string | undefined, body: string }} Page */

/** The parts of a browser that a sign-in needs: cookies with their paths, redirects and forms. It keeps its connections. */
export class Browser {
  /** @type {Map<string, { name: string, value: string, path: string }>} */
  #cookies = new Map();
  #agent = new Agent({ keepAlive: true });

  /** @param {number} port @param {string} issuer */
  constructor(port, issuer) {
    this.port = port;
    this.origin = issuer;
    this.host = new URL(issuer).host;
  }

  /**
   * @param {string} path
   * @param {{ form?: Record<string, string> | string, json?: unknown, headers?: Record<string, string> }} [options] with a form or JSON it is a POST
   * @returns {Promise<Page>}
   */
  async send(path, { form, json, headers = {} } = {}) {
    const encoded = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    const [mediaType, body] = json ? ['application/json', JSON.stringify(json)] : ['application/x-www-form-urlencoded', encoded];
    const isPost = form !== undefined || json !== undefined;
    const type = isPost ? { 'content-type': mediaType } : {};
    const answer = await send({
      port: this.port,
      method: isPost ? 'POST' : 'GET',
      path,
      headers: { host: this.host, accept: 'text/html', ...this.#cookieHeader(path), .../** @type {{}} */ (type), ...headers },
      body: isPost ? body : '',
      agent: this.#agent,
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    return { status: answer.status, location: answer.headers.location, body: answer.body };
  }

  /**
   * Follows redirects as long as they stay at the issuer.
   *
   * @param {Page} page
   *
   * @returns {Promise<{ page: Page, path: string, left: URL | null }>} `left`: the URL outside the issuer
   */
  async follow(page) {
    let path = '';
    let current = page;
    while (current.location !== undefined) {
      const target = new URL(current.location, this.origin);
      if (target.origin !== this.origin) return { page: current, path, left: target };
      path = target.pathname + target.search;
      current = await this.send(path);
    }
    return { page: current, path, left: null };
  }

  /** Another browser, with a copy of these cookies. */
  twin() {
    const twin = new Browser(this.port, this.origin);
    twin.#cookies = new Map(this.#cookies);
    return twin;
  }

  close() {
    this.#agent.destroy();
  }

  /** @param {string} path @returns {Record<string, string>} */
  #cookieHeader(path) {
    const sent = [...this.#cookies.values()].filter((cookie) => path.startsWith(cookie.path));
    return sent.length ? { cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') } : {};
  }

  /** @param {string} line */
  #keep(line) {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const value = pair.slice(name.length + 1);
    if (value === '') this.#cookies.delete(`${path} ${name}`);
    else this.#cookies.set(`${path} ${name}`, { name, value, path });
  }
}

/** The hidden fields of the form with the given action. @type {(html: string, action: string) => Record<string, string>} */
export function readFields(html, action) {
  const form = html.split('<form').find((each) => each.includes(`action="${action}"`));
  if (!form) throw new Error(`no form to ${action}: ${html.slice(0, 500)}`);
  const inputs = form.slice(0, form.indexOf('</form>')).matchAll(/<input\b[^>]*>/g);
  const attribute = (/** @type {string} */ input, /** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  return Object.fromEntries(Array.from(inputs, ([input]) => [attribute(input, 'name'), attribute(input, 'value')]));
}
