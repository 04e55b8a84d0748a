/**
 * The only script of the pages. It handles passkeys, solves challenges, copies recovery codes, submits form post responses, prevents double clicks, continues
 * a page that waits for another tab, changes the language, and shows times in the browser's time zone. Everything else works without it.
 *
 * The button of a form with `data-passkey` ("get" or "create") starts a ceremony. The script fetches the options from `data-options`, calls
 * the browser's WebAuthn API, puts the credential into the field `response` and submits the form.
 */
'use strict';

{
  /** Challenges expire after five minutes, so autofill needs new options before that. */
  const RENEWAL_MS = 4 * 60_000;

  /** @type {typeof import('@simplewebauthn/browser')} */
  const webauthn = /** @type {any} */ (globalThis).SimpleWebAuthnBrowser;

  /**
   * @param {HTMLFormElement} form
   * @returns {Promise<any>} options as @simplewebauthn/server makes them
   */
  async function fetchOptions(form) {
    const body = new URLSearchParams({ csrf: field(form, 'csrf').value });
    const answer = await fetch(form.dataset.options ?? '', { method: 'POST', body, headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(`options: ${answer.status}`);
    return answer.json();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} name
   */
  function field(form, name) {
    return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  }

  /**
   * Shows a message below the button. Screen readers announce errors immediately.
   *
   * @param {HTMLFormElement} form
   * @param {string | undefined} text
   * @param {boolean} [wrong]
   */
  function showMessage(form, text, wrong = false) {
    const place = form.querySelector('[data-message]');
    if (!place) return;
    place.classList.toggle('failed', wrong);
    place.setAttribute('role', wrong ? 'alert' : 'status');
    place.textContent = text ?? '';
  }

  /** Removes the banners of the page load, which are now outdated. */
  function removeBanners() {
    for (const banner of document.querySelectorAll('.banner')) banner.remove();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {boolean} busy
   */
  function setBusy(form, busy) {
    form.setAttribute('aria-busy', String(busy));
    for (const button of form.querySelectorAll('button')) button.disabled = busy;
  }

  /**
   * Submits a form with the credential, and with the entered username, because the response may show the same page again.
   *
   * @param {HTMLFormElement} form
   * @param {unknown} response
   */
  function send(form, response) {
    field(form, 'response').value = JSON.stringify(response);
    const entered = /** @type {HTMLInputElement | null} */ (document.getElementById('username'));
    if (entered && field(form, 'entered')) field(form, 'entered').value = entered.value;
    form.submit();
  }

  /**
   * Returns the message for a failed ceremony. Most WebAuthn errors mean that the user closed the prompt.
   *
   * @param {HTMLFormElement} form
   * @param {unknown} error
   */
  function getErrorText(form, error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError' && form.dataset.exists) return form.dataset.exists;
    return name === 'NotSupportedError' ? form.dataset.unsupported : form.dataset.cancelled;
  }

  /** @param {HTMLFormElement} form */
  async function perform(form) {
    setBusy(form, true);
    removeBanners();
    showMessage(form, form.dataset.waiting);
    try {
      const optionsJSON = await fetchOptions(form);
      const create = form.dataset.passkey === 'create';
      send(form, create ? await webauthn.startRegistration({ optionsJSON }) : await webauthn.startAuthentication({ optionsJSON }));
    } catch (error) {
      showMessage(form, getErrorText(form, error), true);
      setBusy(form, false);
    }
  }

  /**
   * Offers passkeys by autofill in the username field until the user presses a button.
   *
   * @param {HTMLFormElement} form
   */
  async function offerAutofill(form) {
    if (!(await webauthn.browserSupportsWebAuthnAutofill())) return;
    let renewing = false;
    const renewal = setTimeout(() => {
      renewing = true;
      void offerAutofill(form);
    }, RENEWAL_MS);
    form.addEventListener('submit', () => clearTimeout(renewal), { once: true });
    try {
      const optionsJSON = await fetchOptions(form);
      const response = await webauthn.startAuthentication({ optionsJSON, useBrowserAutofill: true });
      if (!renewing) send(form, response);
    } catch {
      // A button or the next renewal aborted this offer. The user did not start it, so show no error.
    }
  }

  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-passkey]'))) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (webauthn.browserSupportsWebAuthn()) void perform(form);
      else showMessage(form, form.dataset.unsupported, true);
    });
    if ('autofill' in form.dataset) void offerAutofill(form);
  }

  /** Of the browser. */
  const { subtle } = globalThis.crypto;

  /** @param {string} hex */
  function fromHex(hex) {
    return Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16));
  }

  /**
   * Finds the counter whose key begins as the challenge of altcha-lib demands.
   *
   * @param {any} challenge
   */
  async function solve(challenge) {
    const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
    const start = fromHex(nonce);
    const password = new Uint8Array(start.length + 4);
    password.set(start);
    for (let counter = 0; ; counter += 1) {
      new DataView(password.buffer).setUint32(start.length, counter);
      const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
      const how = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost };
      const bits = new Uint8Array(await subtle.deriveBits(how, key, keyLength * 8));
      const derivedKey = Array.from(bits, (octet) => octet.toString(16).padStart(2, '0')).join('');
      if (derivedKey.startsWith(keyPrefix)) return { challenge, solution: { counter, derivedKey } };
    }
  }

  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-challenge]'))) {
    // Begins while the person types.
    const solution = solve(JSON.parse(form.dataset.challenge ?? ''));
    const submit = async () => {
      field(form, 'altcha').value = JSON.stringify(await solution);
      form.submit();
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      setBusy(form, true);
      showMessage(form, form.dataset.waiting);
      void submit();
    });
  }

  /** A native application may take over and leave the page open, so its buttons must work again. */
  const RELEASE_MS = 10_000;

  /** Disables a button once it is pressed, so that a double click submits its form once. */
  addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.getAttribute('aria-busy') === 'true') return event.preventDefault();
    form.setAttribute('aria-busy', 'true');
    // Waits until the browser has collected the values, including the pressed button's.
    setTimeout(() => setBusy(form, true));
    setTimeout(() => setBusy(form, false), RELEASE_MS);
  });

  // Reset the busy state when the browser restores the page from its back/forward cache.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll('form')) {
      setBusy(form, false);
      showMessage(form, '');
    }
  });

  const PROGRESS_INTERVAL_MS = 3_000;
  /** Longer than the lifetime of a link. */
  const MAX_PROGRESS_WAIT_MS = 15 * 60_000;

  /**
   * Continues when the user has opened the link in another tab of this browser.
   *
   * @param {HTMLElement} place
   */
  function waitForProgress(place) {
    const deadline = Date.now() + MAX_PROGRESS_WAIT_MS;
    for (const text of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-waiting-text]'))) text.hidden = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const check = async () => {
      clearTimeout(timer);
      const answer = await fetch(place.dataset.progress ?? '', { headers: { accept: 'application/json' } }).catch(() => null);
      const { continues = false } = answer?.ok ? await answer.json() : {};
      if (continues) location.assign(place.dataset.continue ?? '');
      else if (Date.now() < deadline) timer = setTimeout(() => void check(), PROGRESS_INTERVAL_MS);
    };
    timer = setTimeout(() => void check(), PROGRESS_INTERVAL_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() < deadline) void check();
    });
  }

  const waiting = /** @type {HTMLElement | null} */ (document.querySelector('[data-progress]'));
  if (waiting) waitForProgress(waiting);

  // Without a known time zone the server writes times in UTC.
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-local]'))) {
    const options = /** @type {Intl.DateTimeFormatOptions} */ ({ dateStyle: 'long', timeStyle: 'short' });
    const text = new Intl.DateTimeFormat(time.dataset.local, options).format(new Date(time.dateTime));
    if (time.title === '') [time.title, time.textContent] = [time.textContent ?? '', text];
    else time.title = text;
  }

  /**
   * Shows the buttons that print and copy recovery codes.
   *
   * @param {HTMLElement} keep
   */
  function enableSaveActions(keep) {
    for (const button of keep.querySelectorAll('button')) button.hidden = false;
    keep.querySelector('[data-print]')?.addEventListener('click', () => print());
    const copy = async () => {
      const codes = [...document.querySelectorAll('.codes code')].map((code) => code.textContent);
      await navigator.clipboard.writeText(codes.join('\n'));
      const place = keep.querySelector('[data-message]');
      if (place) place.textContent = keep.dataset.copied ?? '';
    };
    keep.querySelector('[data-copy]')?.addEventListener('click', () => void copy());
  }

  const keep = /** @type {HTMLElement | null} */ (document.querySelector('[data-keep]'));
  if (keep) enableSaveActions(keep);

  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-copy-id]'))) {
    button.hidden = false;
    const copy = async () => {
      await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '');
      button.textContent = button.dataset.copied ?? '';
    };
    button.addEventListener('click', () => void copy());
  }

  const language = /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-language]'));
  language?.addEventListener('change', () => language.submit());

  /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-submit]'))?.submit();
}
