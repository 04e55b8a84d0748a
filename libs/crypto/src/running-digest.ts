import { createHash } from 'node:crypto';

/** SHA-256 of a text that comes in parts. */
export class RunningDigest {
  private readonly hash = createHash('sha256');

  update(part: string | Buffer): void {
    this.hash.update(part);
  }

  /** The digest of what has come so far, in hexadecimal. */
  read(): string {
    return this.hash.copy().digest('hex');
  }
}
