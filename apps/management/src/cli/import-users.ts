import { OperatorError } from '@latchkey/server';
import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { NDJSON } from '../http/ndjson.js';
import { receive, type Api } from './api.js';

const POLL_INTERVAL_MS = 500;

/** An import of a file's users. */
export interface UserImportOptions {
  domain: string;
  file: string;
  /** Whether to find errors only. */
  dryRun: boolean;
}

/** Uploads a file, and waits until its users are imported. @returns the result @throws OperatorError if the file cannot be read */
export async function importUsers(api: Api, { domain, file, dryRun }: UserImportOptions): Promise<object> {
  const content = await openFile(file);
  const upload = api.client.POST('/v1/domain/{domain}/user-import', {
    params: { path: { domain }, query: { dryRun: dryRun ? 'true' : 'false' } },
    headers: { 'Content-Type': NDJSON },
    body: content as never,
    // The file is sent as it is, and read as it is sent.
    bodySerializer: (body) => body as never,
  });
  const { id: importId } = (await receive(api, upload)).data;
  for (;;) {
    const params = { path: { domain, importId } };
    const { data } = await receive(api, api.client.GET('/v1/domain/{domain}/user-import/{importId}', { params }));
    if (data.status === 'Completed') return data;
    await delay(POLL_INTERVAL_MS);
  }
}

/** Its parts are read as they are needed. */
async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new OperatorError(`${file}: cannot be read`);
  }
}
