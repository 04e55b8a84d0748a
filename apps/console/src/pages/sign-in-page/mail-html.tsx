import { useLayoutEffect, useRef } from 'react';
import type { Scheme } from './accent.js';
import classes from './preview.module.css';

export interface MailHtmlProps {
  html: string;
  scheme: Scheme;
  isNarrow: boolean;
}

/** The widths in pixels that a mail program would have. */
const WIDTH = { narrow: 360, wide: 640 } as const;

/**
 * A mail as its HTML shows it, apart from the styles of the console. Nothing in it can be used. The policy of the console forbids styles in
 * markup, so a script sets them.
 */
export function MailHtml({ html, scheme, isNarrow }: MailHtmlProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current!;
    show(element.shadowRoot ?? element.attachShadow({ mode: 'open' }), html, { scheme, width: WIDTH[isNarrow ? 'narrow' : 'wide'] });
  }, [html, scheme, isNarrow]);
  return <div ref={host} className={isNarrow ? undefined : classes['wide']} inert />;
}

const STYLES = /<style[^>]*>([^]*?)<\/style>/g;

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML: (html: string) => string };
}

/** The only markup of the console: `renderMail` escapes all values in it. Browsers without Trusted Types need no policy. */
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('mail', { createHTML: (html) => html });

interface Medium {
  scheme: Scheme;
  width: number;
}

/** Nor may the parser meet styles. What comments have is for Outlook alone, and values have no quotation marks: they are escaped. */
function show(root: ShadowRoot, html: string, medium: Medium): void {
  const visible = html.replaceAll(/<!--[^]*?-->/g, '');
  const sheets = [...visible.matchAll(STYLES)].map(([, text = '']) => toSheet(text, medium));
  const markup = visible.replaceAll(STYLES, '').replaceAll(/\sstyle="/g, ' data-style="');
  const { body, images } = new DOMParser().parseFromString(policy?.createHTML(markup) ?? markup, 'text/html');
  for (const picture of images) picture.referrerPolicy = 'no-referrer';
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')])
    element.style.cssText = element.dataset['style'] ?? '';
  root.adoptedStyleSheets = sheets;
  root.replaceChildren(document.adoptNode(body));
}

/** The styles that apply to the medium, whatever the scheme and the width of the console are. */
function toSheet(text: string, medium: Medium): CSSStyleSheet {
  const all = new CSSStyleSheet();
  all.replaceSync(text);
  const rules = [...all.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSMediaRule)) return [rule];
    return matches(rule.conditionText, medium) ? [...rule.cssRules] : [];
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.map(({ cssText }) => cssText).join('\n'));
  return sheet;
}

function matches(condition: string, { scheme, width }: Medium): boolean {
  const [, bound, pixels] = /\((min|max)-width: ?(\d+)px\)/.exec(condition) ?? [];
  if (bound !== undefined) return bound === 'min' ? width >= Number(pixels) : width <= Number(pixels);
  return condition.includes(`prefers-color-scheme: ${scheme}`);
}
