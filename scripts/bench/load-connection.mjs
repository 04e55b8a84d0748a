import { connect } from 'node:net';

/** @typedef {{ status: number, milliseconds: number, body: string, failure?: string }} LoadResponse status 0: no answer, see failure */

/** A connection without a response for this long is closed. */
const TIMEOUT_MS = 10_000;

/**
 * One keep-alive connection that always has at most one request in progress.
 *
 * Written on the bare socket for three reasons: the generator shares a core with PostgreSQL and must stay far cheaper than the measured
 * server, latencies are measured below a millisecond, and a connection closed by the server must count as an error (the usual generators
 * reconnect silently). It reads exactly what the measured servers send: responses with a Content-Length.
 */
export class LoadConnection {
  /** @type {import('node:net').Socket} */
  #socket;
  #pending = '';
  #startedAt = 0;
  /** @type {((response: LoadResponse) => void) | null} */
  #settle = null;

  /** @param {number} port on 127.0.0.1 */
  constructor(port) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk) => this.#receive(/** @type {string} */ (/** @type {unknown} */ (chunk))));
    this.#socket.setTimeout(TIMEOUT_MS, () => this.#settle && this.#fail(`no answer in ${TIMEOUT_MS} ms`));
    this.#socket.on('error', (error) => this.#fail(error.message));
    this.#socket.on('close', () => this.#fail('connection closed by the server'));
  }

  /** Resolves once connected. @returns {Promise<void>} */
  opened() {
    return new Promise((resolve, reject) => this.#socket.once('connect', resolve).once('error', reject));
  }

  /**
   * @param {Buffer} request
   * @param {(response: LoadResponse) => void} settle called exactly once
   */
  send(request, settle) {
    this.#settle = settle;
    this.#startedAt = performance.now();
    this.#socket.write(request);
  }

  close() {
    this.#settle = null;
    this.#socket.destroy();
  }

  /** @param {string} chunk */
  #receive(chunk) {
    this.#pending += chunk;
    const headEnd = this.#pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = contentLength(this.#pending, headEnd);
    if (length < 0) return this.#fail('response without Content-Length');
    const end = headEnd + 4 + length;
    if (this.#pending.length < end) return;
    const body = this.#pending.slice(headEnd + 4, end);
    const status = Number(this.#pending.slice(9, 12));
    this.#pending = this.#pending.slice(end);
    this.#answer({ status, milliseconds: performance.now() - this.#startedAt, body });
  }

  /** @param {string} failure */
  #fail(failure) {
    this.#socket.destroy();
    this.#answer({ status: 0, milliseconds: 0, body: '', failure });
  }

  /** @param {LoadResponse} response */
  #answer(response) {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(response);
  }
}

/**
 * @param {string} text
 * @param {number} headEnd
 * @returns {number} -1 without the header
 */
function contentLength(text, headEnd) {
  const match = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd));
  return match ? Number(match[1]) : -1;
}
