import { DOMParser } from '@xmldom/xmldom';
import { SamlError } from './saml.error.js';

/** The most that a document contains, so that no recursion over it ends the process's stack. */
const MAX_DEPTH = 32;
const MAX_ELEMENTS = 10_000;
const XML_DECLARATION = /^\uFEFF?<\?xml\s[^<>]*\?>/;
const COMMENT = /<!--[^]*?-->/g;
/** Characters that XML 1.0 section 2.2 excludes, as themselves. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN_CHARACTER = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/**
 * Parses XML that may be hostile: what the parser would only warn of is refused, and so are document types, entities, CDATA sections and
 * processing instructions. Messages contain no comments either, which could split a text in two.
 *
 * @param comments whether comments are permitted, as in metadata that people write
 * @returns the root element
 * @throws SamlError malformed
 */
export function parseXml(xml: string, { comments = false } = {}): Element {
  const markup = comments ? xml.replace(COMMENT, '') : xml;
  // control: SAML messages contain no document types, entities, comments and processing instructions
  if (/<[!?]/.test(markup.replace(XML_DECLARATION, ''))) throw new SamlError('malformed', 'The XML has a document type or a comment');
  if (FORBIDDEN_CHARACTER.test(xml)) throw new SamlError('malformed', 'The XML has a character that XML does not permit');
  // The parser's own messages have no position, and name its internals.
  const refuse = () => {
    throw new SamlError('malformed', 'must be well-formed XML');
  };
  const document = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } }).parseFromString(xml, 'text/xml');
  const [root, ...others] = Array.from(document.childNodes).filter((node) => node.nodeType === 1);
  if (!root || others.length > 0) throw new SamlError('malformed', 'The XML has no root element, or several');
  checkSize(root as Element);
  return root as Element;
}

/** @returns the elements among the children */
export function listChildren(element: Element): Element[] {
  return Array.from(element.childNodes).filter((node) => node.nodeType === 1) as Element[];
}

/** @returns the children with this name in the namespace */
export function findChildren(element: Element, namespace: string, name: string): Element[] {
  return listChildren(element).filter((child) => child.namespaceURI === namespace && child.localName === name);
}

/** @returns the text of an element that contains only text, with its spaces, which distinguish users; null otherwise */
export function readText(element: Element | undefined): string | null {
  return element === undefined || listChildren(element).length > 0 ? null : (element.textContent ?? '');
}

/** @returns the attribute without a namespace; null if it is absent */
export function readAttribute(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null;
}

function checkSize(root: Element): void {
  let count = 0;
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    // control: SAML messages are not nested without end
    if (depth > MAX_DEPTH || count > MAX_ELEMENTS)
      throw new SamlError('malformed', 'The XML is nested too deeply, or has too many elements');
    level = level.flatMap(listChildren);
  }
}
