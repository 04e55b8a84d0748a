import type { Answer } from './http.js';

interface Replica<Request extends unknown[]> {
  send(...request: Request): Promise<Answer>;
}

/** Sends requests to its replicas in turn, as a load balancer does. */
export class ReplicaRotation<Request extends unknown[]> {
  private replicas: Replica<Request>[] = [];
  private turns = 0;

  add(replica: Replica<Request>): void {
    this.replicas.push(replica);
  }

  /** The replica gets no further requests; those that it has continue. */
  remove(replica: Replica<Request>): void {
    this.replicas = this.replicas.filter((each) => each !== replica);
  }

  send(...request: Request): Promise<Answer> {
    this.turns += 1;
    return this.replicas[this.turns % this.replicas.length]!.send(...request);
  }
}
