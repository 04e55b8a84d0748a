import { Agent, request as httpRequest } from 'node:http';

/** @typedef {{ status: number, location: string | undefined, body: string }} Page */

const FORM = 'application/x-www-form-urlencoded';
const TIMEOUT_MILLISECONDS = 10_000;

/** The parts of a browser that a sign-in needs: cookies with their paths, redirects, forms. It keeps its connections. */
export class SignInBrowser {
  /** @type {Map<string, { name: string, value: string, path: string }>} */
  #cookies = new Map();
  #agent = new Agent({ keepAlive: true });

  /**
   * @param {number} port
   * @param {string} issuer
   */
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
  send(path, { form, json, headers = {} } = {}) {
    const encoded = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    const [mediaType, body] = json ? ['application/json', JSON.stringify(json)] : [FORM, encoded];
    const isPost = form !== undefined || json !== undefined;
    const type = isPost ? { 'content-type': mediaType, 'content-length': String(Buffer.byteLength(body)) } : {};
    const options = {
      host: '127.0.0.1',
      port: this.port,
      path,
      method: isPost ? 'POST' : 'GET',
      headers: { host: this.host, accept: 'text/html', ...this.#cookieHeader(path), ...type, ...headers },
      agent: this.#agent,
      timeout: TIMEOUT_MILLISECONDS,
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        for (const line of response.headers['set-cookie'] ?? []) this.#keep(line);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: text }));
        response.on('error', reject);
      });
      request.on('timeout', () => request.destroy(new Error(`no answer to ${path} in ${TIMEOUT_MILLISECONDS} ms`)));
      request.on('error', reject).end(body);
    });
  }

  /**
   * Follows redirects as long as they stay at the issuer.
   *
   * @param {Page} page
   * @returns {Promise<{ page: Page, path: string, left: URL | null }>} `left`: where they lead away to
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

  /** Another user, with a copy of these cookies. */
  twin() {
    const twin = new SignInBrowser(this.port, this.origin);
    twin.#cookies = new Map(this.#cookies);
    return twin;
  }

  close() {
    this.#agent.destroy();
  }

  /** @param {string} path */
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

/**
 * The hidden fields of the form with the given action.
 *
 * @param {string} html
 * @param {string} action
 * @returns {Record<string, string>}
 */
export function fieldsOf(html, action) {
  const forms = html.split('<form').slice(1);
  const form = forms.find((each) => each.includes(`action="${action}"`));
  if (!form) throw new Error(`no form to ${action}: ${html.slice(0, 500)}`);
  const inputs = form.slice(0, form.indexOf('</form>')).matchAll(/<input\b[^>]*>/g);
  const attribute = (/** @type {string} */ input, /** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  return Object.fromEntries([...inputs].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]));
}
