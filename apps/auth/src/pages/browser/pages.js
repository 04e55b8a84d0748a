/**
 * The only script of our pages: passkeys, codes to be copied, and answers to applications that go by way of a form. Everything else works without it.
 *
 * A form with `data-passkey` ("get" or "create") is sent by its button. First the options of the ceremony are fetched from
 * `data-options`; then the browser asks the person; then the credential goes into the field `response`, and the form is sent on.
 */
'use strict';

{
  /** Options are good for five minutes: what waits in a field's suggestions for longer needs new ones. */
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
   * Says something below the button; what is wrong looks like it, and is said at once.
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

  /** What the page told when it came is not so any more. */
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
   * Sends a form on with the credential, and with the name that stands in the field beside it: what comes back may be the same page.
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
   * What to say of a ceremony that came to nothing. The other errors of WebAuthn mean, as most do, that somebody has closed a window.
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
   * Lets the browser offer passkeys in the field for the username, for as long as the page is open and no button is used.
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
      // The button used, or the next offer: either has ended this one. Nobody has asked for it, so nobody needs to be told.
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

  // A page that is shown again by "back" must not stay busy.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-passkey]'))) {
      setBusy(form, false);
      showMessage(form, '');
    }
  });

  /**
   * Codes to be kept: the buttons that help with it.
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

  /** @type {HTMLFormElement | null} */ (document.querySelector('form[data-submit]'))?.submit();
}
