import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorType } from '@latchkey/persistence';

/** The actor that log entries name. */
export interface Actor {
  type: ActorType;
  id: string | null;
  name: string | null;
  requestId: string | null;
  /** The client address, by TRUST_PROXY; null for work without a request. */
  address: string | null;
}

const actorStorage = new AsyncLocalStorage<Actor>();
const SERVICE_ACTOR: Actor = { type: 'service', id: null, name: null, requestId: null, address: null };

/** Runs work as an actor. */
export function runAsActor<T>(actor: Actor, work: () => T): T {
  return actorStorage.run(actor, work);
}

/** The actor of the current work; the service itself if there is no request. */
export function getCurrentActor(): Actor {
  return actorStorage.getStore() ?? SERVICE_ACTOR;
}
