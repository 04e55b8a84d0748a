import { h, type Children, type Element } from './hyperscript.js';
import { supportLink } from './help.js';
import { renderToString } from 'preact-render-to-string';
import { getAccentAsset, ICON, SCRIPT, STYLES } from '../assets.js';
import type { PageContext } from '../page-context.js';
import { getTranslator, type Translator } from '../i18n/texts/texts.js';

interface PageOptions {
  heading: string;
  /** A picture above the heading. */
  before?: Element;
  /** Adds a prefix to the title, which screen readers announce first. */
  failed?: boolean;
  /** Wide layout for pages with more than a form. */
  wide?: boolean;
}

/** Longer words must be able to break on a narrow page. */
const SHORT_HYPHENATED_WORD = /^(?=\S*-)\S{3,12}$/;

/** Renders a complete page: the frame around its elements, and its only level-one heading. */
export function renderPage(context: PageContext, options: PageOptions, ...children: Children[]): string {
  const say = getTranslator(context.language);
  const document = h(
    'html',
    { lang: context.language },
    head(context, options, say),
    h(
      'body',
      {},
      h('a', { class: 'skip', href: '#content' }, say('skip-to-content')),
      header(context),
      h(
        'main',
        { id: 'content', tabindex: -1, class: options.wide ? 'wide' : undefined },
        options.before,
        h('h1', {}, preventHyphenBreaks(options.heading)),
        ...children,
      ),
      footer(context, say),
    ),
  );
  return `<!doctype html>${renderToString(document)}`;
}

function head({ domain, branding }: PageContext, { heading, failed }: PageOptions, say: Translator): Element {
  const title = say('title-with-site', { title: heading, site: branding?.name ?? domain });
  return h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('title', {}, failed ? say('error-title', { title }) : title),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    h('link', { rel: 'icon', type: 'image/svg+xml', href: ICON.path }),
    h('link', { rel: 'stylesheet', href: STYLES.path }),
    branding?.accentColor ? h('link', { rel: 'stylesheet', href: getAccentAsset(branding.accentColor).path }) : null,
    h('script', { src: SCRIPT.path, defer: true }),
  );
}

/** Keeps short hyphenated words on one line. */
function preventHyphenBreaks(heading: string): Children {
  return heading.split(/(\S+-\S+)/).map((part) => (SHORT_HYPHENATED_WORD.test(part) ? h('span', { class: 'whole' }, part) : part));
}

/** Lets a long host name break between its labels. */
function allowBreaksAtDots(text: string): Children {
  return text.split(/(?<=\w\.)(?=\w)/).map((part, index) => (index === 0 ? part : [h('wbr', {}), part]));
}

function footer(context: PageContext, say: Translator): Element {
  const help = supportLink(context, say('help'));
  return h('footer', {}, h('p', {}, allowBreaksAtDots(say('footer-domain', { domain: context.domain }))), help && h('p', {}, help));
}

function header({ domain, branding }: PageContext): Element {
  const name = branding?.name ?? domain;
  // The logo is decorative beside the name. Without the name it needs alternative text.
  const logo = branding?.logoUrl ? h('img', { src: branding.logoUrl, alt: '', height: 32 }) : null;
  return h('header', {}, logo, h('p', { class: 'site' }, branding?.name ? name : allowBreaksAtDots(domain)));
}
