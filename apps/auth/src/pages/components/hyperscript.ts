import { h as preactElement, type ComponentChildren, type VNode } from 'preact';

export type Element = VNode;
export type Children = ComponentChildren;

/** Undefined omits the attribute. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Bidirectional controls and invisible characters, which could make one name look like another. */
const DECEPTIVE_CHARACTERS = /[\p{Bidi_Control}\u200b\u2060-\u2064\ufeff]|(?![\n\t])\p{Cc}/gu;

/** Renders an element with escaped attributes and texts. Makes invisible characters in texts visible. */
export function h(tag: string, attributes: Attributes, ...children: Children[]): Element {
  const label = attributes['aria-label'];
  const spoken = typeof label === 'string' ? { 'aria-label': replaceDeceptiveCharacters(label) as string } : {};
  return preactElement(tag, { ...attributes, ...spoken }, ...children.map(replaceDeceptiveCharacters)) as Element;
}

function replaceDeceptiveCharacters(children: Children): Children {
  if (Array.isArray(children)) return children.map(replaceDeceptiveCharacters);
  return typeof children === 'string' ? children.replaceAll(DECEPTIVE_CHARACTERS, '\ufffd') : children;
}
