import { StartError } from './start-error.mjs';

const TIMEOUT_MS = 15_000;

/** Calls the management API as an operator would. */
export class ManagementClient {
  /**
   * @param {string} origin
   * @param {string} key
   */
  constructor(origin, key) {
    this.origin = origin;
    this.key = key;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<{ status: number, json: any }>} json is null for an empty body
   */
  async request(method, path, body) {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? null : JSON.parse(text) };
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>} the body of a successful response
   * @throws {StartError} for any other response
   */
  async call(method, path, body) {
    const answer = await this.request(method, path, body);
    if (answer.status < 300) return answer.json;
    throw this.refusal(`${method} ${path}`, answer);
  }

  /**
   * @param {string} request
   * @param {{ status: number, json: any }} answer
   * @returns {StartError} for the user
   */
  refusal(request, { status, json }) {
    return new StartError(`The management API answered ${request} with ${status}: ${json?.detail}`);
  }
}
