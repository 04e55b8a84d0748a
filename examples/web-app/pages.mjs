import { decodeJwt } from 'jose';
import { COLORS } from './api.mjs';
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
    <title>${escape(title)} – Latchkey Notes</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/style.css">
    ${script ? `<script src="${script}" defer></script>` : ''}
  </head>
  <body>
    <header><p><a href="/">Latchkey Notes</a></p></header>
    <main>${content}</main>
    <footer><p>A demo. Its users sign in at ${escape(ISSUER)}.</p></footer>
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
    `<h1>Notes that are yours alone</h1>
    <p class="lead">Write them down in a second, and find them again wherever you sign in.</p>
    <p><a class="button primary" href="/login">Sign in</a></p>
    ${firstTime}`,
  );
}

/** @param {{ claims: Claims, notes: import('./api.mjs').Note[], notice?: string }} view */
export function notesPage({ claims, notes, notice }) {
  const name = String(claims.name ?? claims.sub);
  const colors = COLORS.map(
    (color, index) =>
      `<label class="color ${color}"><input type="radio" name="color" value="${color}"${index === 0 ? ' checked' : ''}><span>${color}</span></label>`,
  );
  return page(
    'Notes',
    `<div class="greeting">
      <h1>Your notes</h1>
      <p class="account"><span class="avatar" aria-hidden="true">${escape([...name][0])}</span> ${escape(name)}</p>
      ${action('/logout', 'Sign out', 'quiet')}
    </div>
    ${notice ? `<p class="notice" role="status">${escape(notice)}</p>` : ''}
    <form method="post" action="/notes" class="new-note">
      <label for="text">New note</label>
      <textarea id="text" name="text" rows="3" maxlength="500" required></textarea>
      <fieldset><legend>Colour</legend>${colors.join('')}</fieldset>
      <button class="button primary">Keep it</button>
    </form>
    ${notes.length > 0 ? `<ul class="notes">${notes.map(noteItem).join('')}</ul>` : '<p class="lead">Nothing here. What is on your mind?</p>'}
    <p class="aside"><a href="${escape(ISSUER)}/account">Your passkeys and sessions</a> · <a href="/developer">For developers</a></p>`,
  );
}

/** @param {import('./api.mjs').Note} note */
function noteItem({ id, text, color, createdAt }) {
  const time = new Date(createdAt);
  return `<li class="note ${escape(color)}">
      <p>${escape(text)}</p>
      <div>
        <time datetime="${escape(createdAt)}">${escape(time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' }))}</time>
        <form method="post" action="/notes/${escape(id)}/delete">
          <button class="button quiet" aria-label="Delete the note: ${escape(text.slice(0, 40))}">Delete</button>
        </form>
      </div>
    </li>`;
}

/** What is behind the notes. @param {{ tokens: Tokens, claims: Claims, userInfo: object, notice?: string }} view */
export function developerPage({ tokens, claims, userInfo, notice }) {
  return page(
    'For developers',
    `<h1>For developers</h1>
    <p class="lead">What this application knows of ${escape(claims.name ?? claims.sub)}. Tokens stay on its server.</p>
    ${notice ? `<p class="notice" role="status">${escape(notice)}</p>` : ''}
    <div class="actions">${action('/refresh', 'Refresh tokens', 'secondary')}</div>
    ${section('ID token', table(claims))}
    ${section('UserInfo', table(userInfo))}
    ${section('Access token', table(decodeJwt(tokens.access_token)))}
    <p class="aside"><a href="/">Back to your notes</a></p>`,
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
