import { StreamableFile } from '@nestjs/common';
import type { DetailedUser } from '@latchkey/persistence';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { NDJSON } from '../http/ndjson.js';
import { toDetails } from './user-details.js';

/** Whole users, one per line. It reads on only as fast as the client does. */
export class UserStream extends StreamableFile {
  /** @param limit the maximum number of users; null for all */
  constructor(users: AsyncIterable<DetailedUser>, limit: number | null) {
    super(Readable.from(toLines(users, limit ?? Infinity)), { type: NDJSON });
    // The status has already been sent, so only a broken connection shows that the list is incomplete.
    this.setErrorHandler((_error, response) => void (response as unknown as Response).destroy());
  }
}

async function* toLines(users: AsyncIterable<DetailedUser>, limit: number): AsyncGenerator<string> {
  let count = 0;
  for await (const user of users) {
    yield `${JSON.stringify(toDetails(user))}\n`;
    count += 1;
    if (count >= limit) return;
  }
}
