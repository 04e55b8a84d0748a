import { hashSecret } from '@latchkey/crypto';
import type { ExplanationDocument } from '@latchkey/problem';

const STYLES = `:root{color-scheme:light dark;--ground:#f3f5f8;--surface:#fff;--line:#d9dee6;--ink:#16191d;--quiet:#55606e}
@media (prefers-color-scheme:dark){:root{--ground:#101418;--surface:#191e24;--line:#323a45;--ink:#eef1f5;--quiet:#a7b2c0}}
*{box-sizing:border-box}
body{margin:0;padding:clamp(1.25rem,5vh,3.5rem) 1rem;background:var(--ground);color:var(--ink);font:100%/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(1.5rem,5vw,2.5rem);border:1px solid var(--line);border-radius:1rem;background:var(--surface);overflow-wrap:anywhere}
h1{margin:.25rem 0 1.5rem;font-size:1.5rem;line-height:1.25}
h2{margin:1.5rem 0 .25rem;font-size:1rem}
p,ul{margin:0}
ul{padding-left:1.25rem}
a{color:inherit}
.kind{color:var(--quiet)}
code{padding:.1em .3em;border-radius:.3rem;background:var(--ground);font:.9em/1.4 ui-monospace,'Liberation Mono',monospace}`;

/** The page contains its styles and loads nothing. */
export const PROBLEM_PAGE_SECURITY_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${hashSecret(STYLES).toString('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Renders the page that explains a problem to a developer, in English. */
export function renderProblemPage({ type, title, status, when, remedy }: ExplanationDocument): string {
  return renderPage(
    title,
    `<p class="kind">${describeStatus(status)} · <code>${escapeHtml(type)}</code></p><h1>${escapeHtml(title)}</h1>
<h2>When</h2><p>${markCode(when)}</p><h2>What to do</h2><p>${markCode(remedy)}</p>`,
  );
}

/** Renders the list of all problems, each with a link to its page. */
export function renderProblemIndex(explanations: readonly ExplanationDocument[]): string {
  const items = explanations.map(
    ({ type, title, status }) => `<li><a href="${type}">${escapeHtml(title)}</a> <span class="kind">${describeStatus(status)}</span></li>`,
  );
  return renderPage('Problems', `<h1>Problems</h1><ul>${items.join('\n')}</ul>`);
}

/** Renders the page for an unknown problem name. */
export function renderUnknownProblemPage(): string {
  return renderPage(
    'There is no problem with this name',
    `<p class="kind">Status 404</p><h1>There is no problem with this name</h1><p><a href="/problems">All problems</a></p>`,
  );
}

function describeStatus(status: number | null): string {
  return status === null ? 'Warning' : `Status ${status}`;
}

/** @param content HTML */
function renderPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} – Latchkey</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><style>${STYLES}</style></head>
<body><main>${content}</main></body></html>
`;
}

/** Text in backticks becomes code. */
function markCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
