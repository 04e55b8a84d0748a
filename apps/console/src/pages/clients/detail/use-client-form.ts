import { useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import type { Client } from '../client-kind.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';

type ClientPatch = components['schemas']['PatchClientRequest'];

interface ClientFormOptions<V> {
  path: ClientPath;
  read: Answer<Client>;
  toValues: (client: Client) => V;
  toBody: (values: V) => ClientPatch;
}

/** A form for some fields of the client's own document. The others stay as they are. */
export function useClientForm<V extends Record<string, unknown>>({ path, read, toValues, toBody }: ClientFormOptions<V>) {
  const queries = useQueryClient();
  return useResourceForm<Client, V>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).client, staleTime: 0 }),
    path: clientAddress(path),
    method: 'PATCH',
    toValues,
    toBody,
    save: async (values, etag) => {
      await answer(
        api.PATCH('/v1/domain/{domain}/client/{clientId}', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      );
      await queries.invalidateQueries({ queryKey: ['clients', path.domain] });
    },
  });
}
