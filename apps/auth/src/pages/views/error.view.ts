import { h, type Element } from '../components/hyperscript.js';
import { linkButton } from '../components/elements.js';
import { helpLine } from '../components/help.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import type { TextKey } from '../i18n/texts/en.js';
import { isTextKey, getTranslator, type Translator } from '../i18n/texts/texts.js';
import type { ErrorView, PageErrorKind } from './view-models.js';

const RETRIABLE_KINDS: ReadonlySet<PageErrorKind> = new Set(['unavailable', 'internal', 'too-many-requests']);

/** The error, what to do, and the request id in the log. */
export function errorPage(context: PageContext, { kind, provider, requestId, backTo, oauthError }: ErrorView): string {
  const say = getTranslator(context.language);
  const getErrorText = (part: 'heading' | 'help'): string => {
    const [text, named] = [`error-${kind}-${part}`, `error-${kind}-${part}-named`] as const;
    return provider !== null && isTextKey(named) ? say(named, { provider }) : say(text);
  };
  return renderPage(
    context,
    { heading: getErrorText('heading'), failed: true },
    h('p', { class: 'lead' }, getErrorText('help')),
    backTo === null ? null : h('p', {}, linkButton(say(getBackKey({ kind, backTo })), backTo)),
    helpLine(context),
    oauthError && developerNote(say, oauthError),
    h('p', { class: 'hint request-id' }, say('error-request-id'), ' ', h('code', {}, requestId)),
  );
}

function getBackKey({ kind, backTo }: Pick<ErrorView, 'kind' | 'backTo'>): TextKey {
  if (RETRIABLE_KINDS.has(kind)) return 'error-again';
  if (kind === 'sign-out-request' || (kind === 'not-found' && backTo === '/account')) return 'error-back-to-account';
  return backTo?.startsWith('/') ? 'error-back' : 'error-back-to-application';
}

/** Text for developers is English, and read from left to right in every language. */
function developerNote(say: Translator, { code, description }: NonNullable<ErrorView['oauthError']>): Element {
  const text = description === '' ? code : `${code}: ${description}`;
  return h('p', { class: 'hint developer' }, say('error-developer'), ' ', h('code', { lang: 'en', dir: 'ltr' }, text));
}
