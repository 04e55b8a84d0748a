import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';

type Applied = components['schemas']['AppliedConfigurationResponse'];
type Document = components['schemas']['ConfigurationDocument'];
export type Change = components['schemas']['ConfigurationChange'];

export interface Plan {
  /** The document that was planned. */
  text: string;
  /** The configuration that the plan began with. */
  etag: string | null;
  changes: Change[];
}

const mediaTypeOf = (text: string) => (text.trimStart().startsWith('{') ? 'application/json' : 'application/yaml');

/** Reads the document, as text in the wanted form. */
export async function readConfiguration(domain: string, format: 'json' | 'yaml'): Promise<string> {
  const request = api.GET('/v1/domain/{domain}/configuration', {
    params: { path: { domain } },
    headers: { accept: `application/${format}` },
    parseAs: 'text',
  });
  const { data } = await answer(request as Promise<{ data?: unknown; error?: unknown; response: Response }>);
  const text = String(data);
  return format === 'json' ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** Sends the document, only to know its changes, or to apply them. */
async function put(domain: string, text: string, { isDryRun, etag }: { isDryRun: boolean; etag: string | null }): Promise<Applied> {
  const { data } = await answer(
    api.PUT('/v1/domain/{domain}/configuration', {
      params: {
        path: { domain },
        query: isDryRun ? { dryRun: 'true' } : {},
        header: etag === null ? {} : { 'If-Match': etag },
      },
      headers: { 'content-type': mediaTypeOf(text) },
      body: text as unknown as Document,
      bodySerializer: (body) => body as unknown as string,
    }),
  );
  return data;
}

/** Plans a document and applies what was planned, unless the configuration changed in between. */
export function useConfiguration(domain: string) {
  const queries = useQueryClient();
  const [plan, setPlan] = useState<Plan | null>(null);
  const [secrets, setSecrets] = useState<[name: string, secret: string][]>([]);
  const current = useQuery({
    queryKey: ['configuration', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/configuration', { params: { path: { domain } } })),
  });
  const planning = useMutation({
    mutationFn: async (text: string): Promise<Plan> => {
      const { data } = await current.refetch({ throwOnError: true });
      const etag = data?.etag ?? null;
      const { changes } = await put(domain, text, { isDryRun: true, etag });
      return { text, etag, changes };
    },
    onSuccess: setPlan,
  });
  const applying = useMutation({
    mutationFn: ({ text, etag }: Plan) => put(domain, text, { isDryRun: false, etag }),
    onSuccess: async (applied) => {
      setPlan(null);
      setSecrets(Object.entries(applied.secrets));
      // Any page of the domain may show something else now.
      await queries.invalidateQueries();
    },
    gcTime: 0,
  });
  const discard = () => {
    setPlan(null);
    planning.reset();
    applying.reset();
  };
  return {
    current,
    plan,
    planning,
    applying,
    discard,
    secrets,
    forgetSecret: () => setSecrets(([, ...others]) => others),
    forgetAnswer: applying.reset,
  };
}
