import { getTranslator, type Translator } from '@latchkey/page-texts';
import { link, requestNumber } from '../components/elements.js';
import { h, type Element } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import type { UnknownHostView } from './view-models.js';

/** No active domain has the host of the request. */
export function unknownHostPage(context: PageContext, { host, examples, requestId }: UnknownHostView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('unknown-host-heading'), failed: true, picture: 'snapped' },
    h('p', { class: 'lead' }, host === null ? say('unknown-host-missing') : say('unknown-host-named', { host })),
    h('p', {}, say('unknown-host-help')),
    examples.length === 0 ? null : exampleList(say, examples),
    requestNumber(say, requestId),
  );
}

function exampleList(say: Translator, examples: UnknownHostView['examples']): Element {
  return h(
    'section',
    { class: 'examples' },
    h('p', { class: 'hint' }, say('unknown-host-examples')),
    h(
      'ul',
      {},
      examples.map(({ name, url }) => h('li', {}, link(name, url))),
    ),
  );
}
