import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';

/** JSON that is written in parts. It has the media type that the client prefers, like any other body. */
export class JsonStream extends StreamableFile {
  constructor(parts: AsyncIterable<string>) {
    super(Readable.from(parts));
    // The status has already been sent, so only a broken connection shows that the list is incomplete.
    this.setErrorHandler((_error, response) => void (response as unknown as Response).destroy());
  }
}
