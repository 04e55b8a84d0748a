/** A secret in a request. It is never shown: JSON leaves it out. */
export class HiddenSecret {
  readonly #value: string | null;

  /** @param value null for a stored secret, which nobody needs to read */
  constructor(value: string | null) {
    this.#value = value;
  }

  reveal(): string | null {
    return this.#value;
  }

  toJSON(): undefined {
    return undefined;
  }
}
