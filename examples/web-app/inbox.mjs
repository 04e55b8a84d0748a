/** Only for the demo: the mail of its user, from the development outbox of the management API. A real application has none of this. */
import { escape, page } from './pages.mjs';

const MAX_MESSAGES = 10;

/**
 * @param {{ url: string, apiKey: string, user: string }} inbox
 * @returns {Promise<{ subject: string | null, text: string, link: string | null, createdAt: string }[]>} newest first
 */
export async function listMail({ url, apiKey, user }) {
  const response = await fetch(`${url}/dev/outbox`, { headers: { 'x-api-key': apiKey } });
  if (!response.ok) throw new Error(`the development outbox answers ${response.status}: is a mail server configured (SMTP_URL)?`);
  const messages = await response.json();
  return messages.filter((/** @type {{ to: string }} */ { to }) => to === user).slice(0, MAX_MESSAGES);
}

/** @param {Awaited<ReturnType<typeof listMail>>[number]} mail */
function renderMail({ subject, text, link, createdAt }, /** @type {number} */ index) {
  return `
      <li>
        <article>
          <h2>${escape(subject ?? 'Text message')}</h2>
          <p class="hint">${escape(new Date(createdAt).toLocaleTimeString('en-GB'))}</p>
          ${renderText(text, link)}
          ${link ? `<p><a class="button ${index === 0 ? 'primary' : 'secondary'}" href="${escape(link)}">Open the link</a></p>` : ''}
        </article>
      </li>`;
}

/**
 * The mail itself, paragraph by paragraph. Its link can be clicked.
 *
 * @param {string} text
 * @param {string | null} link
 */
function renderText(text, link) {
  const paragraphs = text.trim().split(/\n{2,}/);
  const anchor = link ? `<a href="${escape(link)}">${escape(link)}</a>` : '';
  return paragraphs.map((one) => `<p class="lines">${link ? one.split(link).map(escape).join(anchor) : escape(one)}</p>`).join('\n');
}

/**
 * @param {string} user
 * @param {Awaited<ReturnType<typeof listMail>>} messages
 */
export function inboxPage(user, messages) {
  const items = messages.map(renderMail);
  const list =
    items.length > 0 ? `<ul class="mail">${items.join('')}</ul>` : '<p role="status">No mail yet. This page looks for it every second.</p>';
  return page(
    'Inbox',
    `<h1>Inbox</h1>
    <p class="lead">Mail to ${escape(user)}. It stays on this machine, since no mail server is configured.</p>
    ${list}
    <p class="aside"><a href="/">Back to the demo</a></p>`,
    '/inbox.js',
  );
}
