/** The subject of a revision. */
export interface RevisionParts {
  domainId: string;
  domainRevision: string;
  /** Null for an unknown client. */
  clientRevision: string | null;
}

/** The current state of a served domain and one of its clients, as a single string, because most requests only compare it. */
export class CurrentRevision implements RevisionParts {
  /** @param text from PostgreSQL: the id of the domain, its revision and, if there is one, the client's revision */
  constructor(readonly text: string) {}

  static of({ domainId, domainRevision, clientRevision }: RevisionParts): CurrentRevision {
    return new CurrentRevision([domainId, domainRevision, ...(clientRevision === null ? [] : [clientRevision])].join(' '));
  }

  get domainId(): string {
    return this.part(0)!;
  }

  get domainRevision(): string {
    return this.part(1)!;
  }

  get clientRevision(): string | null {
    return this.part(2) ?? null;
  }

  private part(index: number): string | undefined {
    return this.text.split(' ')[index];
  }
}
