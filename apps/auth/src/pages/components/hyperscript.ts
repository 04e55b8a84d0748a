import { h as preactElement, type ComponentChildren, type VNode } from 'preact';

export type Element = VNode;
export type Children = ComponentChildren;

/** Undefined: the attribute is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What changes the direction of the text around it, or cannot be seen: a name with it would look like another one. */
const DECEPTIVE_CHARACTERS = /[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]|(?![\n\t])\p{Cc}/gu;

/**
 * An element whose attributes and texts are escaped. Attributes are plain values, so that none can bring in HTML as it is; of texts
 * everything can be seen.
 */
export function h(tag: string, attributes: Attributes, ...children: Children[]): Element {
  const label = attributes['aria-label'];
  const spoken = typeof label === 'string' ? { 'aria-label': replaceDeceptiveCharacters(label) as string } : {};
  return preactElement(tag, { ...attributes, ...spoken }, ...children.map(replaceDeceptiveCharacters)) as Element;
}

function replaceDeceptiveCharacters(children: Children): Children {
  if (Array.isArray(children)) return children.map(replaceDeceptiveCharacters);
  return typeof children === 'string' ? children.replaceAll(DECEPTIVE_CHARACTERS, '\ufffd') : children;
}
