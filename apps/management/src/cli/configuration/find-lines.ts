import { EVENT_ID, getScalarValue, parseEvents, type Event } from 'js-yaml';

/** An open collection of the source. */
interface Collection {
  pointer: string;
  /** The index of the next item of a sequence; null in a mapping. */
  index: number | null;
  /** The key whose value follows. */
  key: { name: string; start: number } | null;
}

/**
 * The line of each JSON Pointer (RFC 6901) in a YAML or JSON source, from 1. A member that is missing has the line of the collection where it should be.
 *
 * @param source without syntax errors
 */
export function findLines(source: string, pointers: readonly string[]): Map<string, number> {
  const wanted = new Set(pointers.flatMap(withParents));
  const lines = new Map<string, number>();
  const line = lineCounter(source);
  for (const { pointer, start } of listNodes(source)) if (wanted.has(pointer)) lines.set(pointer, line(start));
  return new Map(pointers.map((pointer) => [pointer, lines.get(withParents(pointer).find((each) => lines.has(each)) ?? '') ?? 1]));
}

/** A pointer and those of its parents, up to the empty one of the document. */
function withParents(pointer: string): string[] {
  return pointer === '' ? [''] : [pointer, ...withParents(pointer.slice(0, Math.max(pointer.lastIndexOf('/'), 0)))];
}

/** Counts lines up to offsets that only grow. */
function lineCounter(source: string): (offset: number) => number {
  let [line, next] = [1, source.indexOf('\n')];
  return (offset) => {
    for (; next !== -1 && next < offset; next = source.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** Every value of the source in order, with the offset of its key, or of itself in a sequence. */
function* listNodes(source: string): Generator<{ pointer: string; start: number }> {
  const open: Collection[] = [];
  for (const event of parseEvents(source, {})) {
    const parent = open.at(-1);
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.DOCUMENT) open.push({ pointer: '', index: null, key: { name: '', start: 0 } });
    else if (parent && parent.index === null && parent.key === null) parent.key = readKey(source, event);
    else if (parent) {
      const node = open.length === 1 ? { pointer: '', start: 0 } : nextNode(parent, event);
      yield node;
      if (event.type === EVENT_ID.MAPPING) open.push({ pointer: node.pointer, index: null, key: null });
      if (event.type === EVENT_ID.SEQUENCE) open.push({ pointer: node.pointer, index: 0, key: null });
    }
  }
}

function nextNode(parent: Collection, event: Event): { pointer: string; start: number } {
  const { pointer, index, key } = parent;
  if (index !== null) {
    parent.index = index + 1;
    return { pointer: `${pointer}/${index}`, start: startOf(event) };
  }
  parent.key = null;
  return { pointer: `${pointer}/${key!.name.replaceAll('~', '~0').replaceAll('/', '~1')}`, start: key!.start };
}

function readKey(source: string, event: Event): { name: string; start: number } {
  return { name: event.type === EVENT_ID.SCALAR ? getScalarValue(source, event) : '', start: startOf(event) };
}

function startOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : 'start' in event ? event.start : 0;
}
