import type { Client } from '@latchkey/persistence';
import { mergePatch, type JsonObject } from '../http/merge-patch.js';
import { RequestBodyPipe, requireShallowBody } from '../http/request-body.pipe.js';
import { toConfiguration } from './client-configuration.js';
import { UpdateClientRequest } from './client.dto.js';

const pipe = new RequestBodyPipe();

/**
 * The configuration of a client after a merge patch.
 *
 * @throws Problem invalid-request with all errors, including unknown members that the patch would remove
 */
export async function mergeClientPatch(client: Client, patch: JsonObject): Promise<UpdateClientRequest> {
  requireShallowBody(patch);
  const configuration = toConfiguration(client as UpdateClientRequest);
  const unknown = Object.entries(patch).filter(([name]) => !Object.hasOwn(configuration, name));
  const merged = Object.fromEntries([...Object.entries(mergePatch(configuration, patch) as JsonObject), ...unknown]);
  return (await pipe.transform(merged, { type: 'body', metatype: UpdateClientRequest })) as UpdateClientRequest;
}
