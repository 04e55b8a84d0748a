import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';

export type UserImport = components['schemas']['UserImportResponse'];
type Upload = { id: string; isTrial: boolean };

const REFRESH_MS = 1_000;
const HEADERS = { 'Content-Type': 'application/x-ndjson' };

/** Sends a file twice: for a dry run, and then to import it. */
export function useUserImport(domain: string, file: File | null) {
  const queries = useQueryClient();
  const [upload, setUpload] = useState<Upload | null>(null);
  const send = useMutation({
    mutationFn: async (isTrial: boolean) => {
      const params = { path: { domain }, ...(isTrial && { query: { dryRun: 'true' as const } }) };
      // The lines of the file, not a list of objects.
      const request = { params, headers: HEADERS, body: file as never, bodySerializer: (body: unknown) => body as File };
      const { data } = await answer(api.POST('/v1/domain/{domain}/user-import', request));
      return { id: data.id, isTrial };
    },
    onSuccess: setUpload,
  });
  const progress = useQuery({
    queryKey: ['user-import', domain, upload?.id],
    enabled: upload !== null,
    queryFn: async ({ signal }) => {
      const path = { domain, importId: upload!.id };
      const { data } = await answer(api.GET('/v1/domain/{domain}/user-import/{importId}', { params: { path }, signal }));
      if (data.status === 'Completed' && !upload!.isTrial) await queries.invalidateQueries({ queryKey: ['users', domain] });
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'Completed' ? false : REFRESH_MS),
  });
  return {
    isTrial: upload?.isTrial ?? true,
    result: progress.data ?? null,
    isRunning: send.isPending || (upload !== null && progress.data?.status !== 'Completed' && !progress.error),
    error: send.error ?? progress.error,
    check: () => send.mutate(true),
    start: () => send.mutate(false),
    forget: () => setUpload(null),
  };
}
