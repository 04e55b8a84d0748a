import { RunningDigest } from '@latchkey/crypto';
import { Problem } from '@latchkey/problem';
import type { IncomingMessage } from 'node:http';
import { LineSplitter } from '../http/line-splitter.js';

export const MAX_LINE_BYTES = 4_194_304;
const MAX_FILE_BYTES = 17_179_869_184;
const LINE_FEED = '\n';

/** A line with its number, from 1. */
export interface FileLine {
  number: number;
  content: Buffer;
}

/** A file that arrives. It keeps no more of it than a line and what has just arrived. */
export class ImportFile {
  private readonly digest = new RunningDigest();
  private readonly lines: AsyncGenerator<FileLine>;

  constructor(body: IncomingMessage) {
    this.lines = this.read(body);
  }

  /** @returns null at the end @throws Problem content-too-large */
  async next(): Promise<FileLine | null> {
    const { done, value } = await this.lines.next();
    return done ? null : (value as FileLine);
  }

  /** The SHA-256 of all lines before the last one that was read, with their line feeds. */
  readDigest(): string {
    return this.digest.read();
  }

  private async *read(body: IncomingMessage): AsyncGenerator<FileLine> {
    const splitter = new LineSplitter(MAX_LINE_BYTES);
    let bytes = 0;
    // The connection is still needed for the response if the loop ends early.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw new Problem('content-too-large', 'The file must not exceed 16 GiB. Nothing was imported.');
      yield* this.note(splitter.push(chunk));
    }
    yield* this.note(splitter.end());
  }

  private *note(lines: Iterable<{ number: number; content: Buffer | null }>): Generator<FileLine> {
    for (const { number, content } of lines) {
      if (!content) throw new Problem('content-too-large', `Line ${number} exceeds 4 MiB. Nothing was imported.`);
      yield { number, content };
      this.digest.update(content);
      this.digest.update(LINE_FEED);
    }
  }
}
