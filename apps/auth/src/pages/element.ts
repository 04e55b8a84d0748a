import { h as preactElement, type ComponentChildren, type VNode } from 'preact';

export type Element = VNode;
export type Children = ComponentChildren;

/** Undefined: the attribute is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element whose attributes and texts are escaped. Attributes are plain values, so that none can bring in HTML as it is. */
export function h(tag: string, attributes: Attributes, ...children: Children[]): Element {
  return preactElement(tag, { ...attributes }, ...children) as Element;
}
