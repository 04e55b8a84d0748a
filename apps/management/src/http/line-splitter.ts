import type { ReceivedLine } from '@latchkey/persistence';

const LINE_FEED = 0x0a;
const IS_BLANK = /^[\t\r ]*$/;
/** Longer lines are not blank. Avoids a look at all of a long one. */
const MAX_BLANK_BYTES = 64;

/** Splits a file that arrives in parts into numbered lines, without blank ones. It keeps no more than one line. */
export class LineSplitter {
  private number = 1;
  private parts: Buffer[] = [];
  private bytes = 0;

  /** @param maxBytes longer lines have no content */
  constructor(private readonly maxBytes: number) {}

  /** @returns the lines that end in the chunk */
  *push(chunk: Buffer): Generator<ReceivedLine> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.append(chunk.subarray(start, end));
      yield* this.end();
      start = end + 1;
    }
    this.append(chunk.subarray(start));
  }

  /** @returns the last line, which may lack a line feed */
  *end(): Generator<ReceivedLine> {
    const content = this.bytes > this.maxBytes ? null : Buffer.concat(this.parts);
    const isBlank = content !== null && content.length <= MAX_BLANK_BYTES && IS_BLANK.test(content.toString('latin1'));
    if (!isBlank) yield { number: this.number, content };
    this.number += 1;
    this.parts = [];
    this.bytes = 0;
  }

  private append(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes > this.maxBytes) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }
}
