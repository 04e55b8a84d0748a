/** The JSON of requests is merged, and read, as that of users is everywhere. */
export { isObject, mergePatch, type JsonObject } from '@latchkey/user';
