import type { Question, Reply } from './dns-message.js';
import { exchange, type Endpoint } from './dns-transport.js';

/** The servers to query, and their port. */
export interface Directory {
  /** The resolvers in order of preference. */
  resolvers: readonly Endpoint[];
  /** The port of the zones' servers: 53 except in a test lab, whose servers can also have private addresses. */
  authoritativePort: number;
}

/** A resolver's response, and the resolver. */
export interface Resolved extends Reply {
  resolver: Endpoint;
}

/** The maximum number of queries and milliseconds of one check, because anyone can write a zone. */
const MAX_QUERIES = 200;
const DEADLINE_MS = 9_000;
const BROKEN = new Set(['SERVFAIL', 'REFUSED', 'NOTIMP', 'FORMERR']);

/** The queries of one check, limited in number and time. Queries over the budget get no answer. */
export class QueryBudget {
  private readonly signal: AbortSignal;
  private asked = 0;
  /** Servers that did not answer a question. Other servers are queried instead. */
  private readonly silent = new Set<string>();

  constructor(readonly directory: Directory) {
    this.signal = AbortSignal.timeout(DEADLINE_MS);
  }

  /** Queries one server for its own data. */
  async query(server: Endpoint, question: Question): Promise<Reply | null> {
    if (this.silent.has(keyOf(server))) return null;
    const reply = await this.send(server, question);
    if (!reply) this.silent.add(keyOf(server));
    return reply;
  }

  /** Sends a query to the resolvers. @returns the first usable answer; null if none answers */
  async resolve(question: Question): Promise<Resolved | null> {
    let useless: Resolved | null = null;
    for (const resolver of this.directory.resolvers) {
      const reply = await this.query(resolver, { ...question, recursive: true });
      if (reply && !isUnusable(reply)) return { ...reply, resolver };
      if (reply) useless ??= { ...reply, resolver };
    }
    return useless;
  }

  /**
   * Sends another query to all resolvers at once, because they did not answer the first and may have been waiting for other servers. Later
   * queries go to those that respond.
   *
   * @returns null if none responds
   */
  resolveElsewhere(question: Question): Promise<Resolved | null> {
    const answers = this.directory.resolvers.map(async (resolver) => {
      const reply = await this.send(resolver, { ...question, recursive: true });
      if (!reply || isUnusable(reply)) throw new Error(`${resolver.address} has no answer`);
      this.silent.delete(keyOf(resolver));
      return { ...reply, resolver };
    });
    return Promise.any(answers).catch(() => null);
  }

  private async send(server: Endpoint, question: Question): Promise<Reply | null> {
    if (this.asked >= MAX_QUERIES || this.signal.aborted) return null;
    this.asked += 1;
    return exchange(server, question, this.signal);
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address} ${port}`;
}

/** Whether a server reports that it cannot or will not answer. */
export function isUnusable({ rcode }: Reply): boolean {
  return BROKEN.has(rcode);
}
