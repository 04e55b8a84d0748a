import { decodeJwt } from 'jose';
import { ISSUER, inbox } from './settings.mjs';

/** @typedef {import('./sessions.mjs').Tokens} Tokens */
/** @typedef {import('./sessions.mjs').Claims} Claims */

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @param {unknown} text */
export function escape(text) {
  return String(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (character)]);
}

/**
 * @param {string} title
 * @param {string} content HTML
 * @param {string} [script]
 */
export function page(title, content, script) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escape(title)} – Latchkey demo</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/style.css">
    ${script ? `<script src="${script}" defer></script>` : ''}
  </head>
  <body>
    <header><p>Latchkey demo</p></header>
    <main>${content}</main>
    <footer><p>Tokens by ${escape(ISSUER)}</p></footer>
  </body>
</html>`;
}

export function signedOutPage() {
  const firstTime = inbox
    ? `<h2>The first time</h2>
    <ol>
      <li>Open <a href="/inbox" target="_blank">the inbox of ${escape(inbox.user)}</a>, in another tab.</li>
      <li>Choose <strong>Sign in</strong> here, then <strong>Continue</strong>, then <strong>Email me a link</strong>.</li>
      <li>Open the link in the inbox, and create a passkey. From then on you sign in with a touch.</li>
    </ol>`
    : '';
  return page(
    'Signed out',
    `<h1>Sign in to see your tokens</h1>
    <p class="lead">This application knows you when you have signed in at ${escape(ISSUER)}.</p>
    <p><a class="button primary" href="/login">Sign in</a></p>
    ${firstTime}`,
  );
}

/** @param {{ tokens: Tokens, claims: Claims, userInfo: object, apiAnswer?: { status: number, body: string }, notice?: string }} view */
export function signedInPage({ tokens, claims, userInfo, apiAnswer, notice }) {
  return page(
    'Signed in',
    `<h1>Signed in as ${escape(claims.name ?? claims.sub)}</h1>
    ${notice ? `<p class="notice" role="status">${escape(notice)}</p>` : ''}
    <div class="actions">
      ${action('/call-api', 'Call the API', 'primary')}
      ${action('/refresh', 'Refresh tokens', 'secondary')}
      ${action('/logout', 'Sign out', 'secondary')}
    </div>
    ${apiAnswer ? section('Answer of the API', `<pre>${apiAnswer.status} ${escape(pretty(apiAnswer.body))}</pre>`) : ''}
    ${section('ID token', table(claims))}
    ${section('UserInfo', table(userInfo))}
    ${section('Access token', table(decodeJwt(tokens.access_token)))}
    <p class="aside"><a href="${escape(ISSUER)}/account">Your passkeys and sessions</a></p>`,
  );
}

/** @param {string} message */
export function errorPage(message) {
  return page(
    'Error',
    `<h1>That did not work</h1><p role="alert">${escape(message)}</p><p><a class="button primary" href="/">Start again</a></p>`,
  );
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string} kind
 */
function action(path, text, kind) {
  return `<form method="post" action="${path}"><button class="button ${kind}">${text}</button></form>`;
}

/**
 * @param {string} heading
 * @param {string} content HTML
 */
function section(heading, content) {
  return `<section aria-label="${heading}"><h2>${heading}</h2>${content}</section>`;
}

/** @param {object} values */
function table(values) {
  const rows = Object.entries(values).map(
    ([name, value]) => `<div><dt>${escape(name)}</dt><dd>${escape(typeof value === 'object' ? JSON.stringify(value) : value)}</dd></div>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** @param {string} text */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
