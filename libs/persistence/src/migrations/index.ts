import { CreateRealms1795132800000 } from './1795132800000-create-realms.js';

/** Every migration, oldest first. A released one is never edited: the next one mends it. */
export const migrations = [CreateRealms1795132800000];
