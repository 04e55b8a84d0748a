import { getTranslator, type Translator } from '@latchkey/page-texts';
import { getInitial } from '@latchkey/oauth';
import { renderToString } from 'preact-render-to-string';
import { getMarkAsset, getThemeAsset, SCRIPT, STYLES } from '../assets.js';
import { getDirection } from '../i18n/language.js';
import { getSiteName, type PageContext } from '../page-context.js';
import { footer } from './footer.js';
import { h, type Children, type Element } from './hyperscript.js';
import { toSafeUrl } from './safe-url.js';
import { avatar, siteMark } from './mark.js';
import { picture, type PictureName } from './picture.js';
import { allowBreakBeforeAt, allowBreaksAtDots } from './wrapping.js';

interface PageOptions {
  heading: string;
  /** Something above the heading. */
  before?: Element;
  /** A drawing above the heading, which is then centered with its lead. */
  picture?: PictureName;
  /** Adds a prefix to the title, which screen readers announce first. */
  failed?: boolean;
  /** Whose page it is. The heading is their name then, and the title does not have it. */
  person?: { username: string; title: string };
  /** What makes it a page of the account: its menu, and what stands at the end of the header. */
  account?: { menu: Element; headerEnd: Element };
}

/** Longer words must be able to break on a narrow page. */
const SHORT_HYPHENATED_WORD = /^(?=\S*-)\S{3,12}$/;

/** Renders a complete page: the frame around its elements, and its only level-one heading. */
export function renderPage(context: PageContext, options: PageOptions, ...children: Children[]): string {
  const say = getTranslator(context);
  const centered = options.picture !== undefined || options.before !== undefined;
  const document = h(
    'html',
    { lang: context.language, dir: getDirection(context.language) },
    head(context, options, say),
    h(
      'body',
      {},
      h('a', { class: 'skip', href: '#content' }, say('skip-to-content')),
      h(
        'div',
        { class: options.account ? 'page' : 'card' },
        header(context, options.account?.headerEnd),
        options.account?.menu,
        h(
          'main',
          { id: 'content', tabindex: -1, class: centered ? 'centered' : undefined },
          options.picture && picture(options.picture),
          options.before,
          pageHeading(options),
          ...children,
        ),
      ),
      footer(context, say),
    ),
  );
  return `<!doctype html>${renderToString(document)}`;
}

function pageHeading({ heading, person }: PageOptions): Element {
  const text = h('h1', {}, preventHyphenBreaks(heading));
  if (!person) return text;
  const username = person.username === heading ? null : h('p', { class: 'hint' }, h('bdi', {}, allowBreakBeforeAt(person.username)));
  return h('div', { class: 'person' }, avatar(heading), h('div', {}, text, username));
}

function head(context: PageContext, { heading, person, failed }: PageOptions, say: Translator): Element {
  const { branding } = context;
  const site = getSiteName(context);
  const theme = branding && getThemeAsset(branding);
  const title = say('title-with-site', { title: person?.title ?? heading, site });
  return h(
    'head',
    {},
    h('meta', { charset: 'utf-8' }),
    h('title', {}, failed ? say('error-title', { title }) : title),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'robots', content: 'noindex' }),
    favicon(site, branding),
    h('link', { rel: 'stylesheet', href: STYLES.path }),
    theme && h('link', { rel: 'stylesheet', href: theme.path }),
    h('script', { src: SCRIPT.path, defer: true }),
  );
}

function favicon(site: string, branding: PageContext['branding']): Element {
  if (branding?.faviconUrl) return h('link', { rel: 'icon', href: toSafeUrl(branding.faviconUrl) });
  const { path } = getMarkAsset(getInitial(site) || '-', branding?.accentColor ?? null);
  return h('link', { rel: 'icon', type: 'image/svg+xml', href: path });
}

/** Keeps short hyphenated words on one line. */
function preventHyphenBreaks(heading: string): Children {
  return heading.split(/(\S+-\S+)/).map((part) => (SHORT_HYPHENATED_WORD.test(part) ? h('span', { class: 'whole' }, part) : part));
}

function header(context: PageContext, end?: Element): Element {
  const { domain, branding } = context;
  return h('header', {}, siteMark(context), h('p', { class: 'site' }, branding?.name ?? allowBreaksAtDots(domain)), end);
}
