import { h, type Children } from './hyperscript.js';

/** Lets a long mail address break before its `@`. */
export function allowBreakBeforeAt(text: string): Children {
  return text.split(/(?=@)/).map((part, index) => (index === 0 ? part : [h('wbr', {}), part]));
}

/** Lets a long host name break between its labels. */
export function allowBreaksAtDots(text: string): Children {
  return text.split(/(?<=\w\.)(?=\w)/).map((part, index) => (index === 0 ? part : [h('wbr', {}), part]));
}
