import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActorType } from '@latchkey/persistence';

/** Who is at work: what log entries name. */
export interface Actor {
  type: ActorType;
  id: string | null;
  name: string | null;
  requestId: string | null;
  /** Where the request came from, as TRUST_PROXY has it; null where nobody asked. */
  address: string | null;
}

const actorStorage = new AsyncLocalStorage<Actor>();
const SERVICE_ACTOR: Actor = { type: 'service', id: null, name: null, requestId: null, address: null };

/** Carries out work in somebody's name. */
export function runAsActor<T>(actor: Actor, work: () => T): T {
  return actorStorage.run(actor, work);
}

/** In whose name the work at hand is carried out; the service's own, where nobody asked for it. */
export function getCurrentActor(): Actor {
  return actorStorage.getStore() ?? SERVICE_ACTOR;
}
