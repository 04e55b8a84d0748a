import * as fc from 'fast-check';
import { dump } from 'js-yaml';
import { expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { CONFIGURATIONS } from './generated-configuration.fixture.js';

/** Another seed generates other documents. */
const SEED = 20_261_128;
const RUNS = 50;

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });

it(`plans nothing after ${RUNS} generated documents were applied one after the other (seed ${SEED})`, async () => {
  const path = `/v1/domain/${await fixture.caller.registerDomain()}/configuration`;
  const put = async (query: string, body: string, type: string): Promise<{ changes: unknown[] }> => {
    const { status, json } = await fixture.caller.send(path + query, { method: 'PUT', headers: { 'Content-Type': type }, body });
    expect({ status, errors: (json as { errors?: unknown }).errors }).toEqual({ status: 200, errors: undefined });
    return json as { changes: unknown[] };
  };
  for (const document of fc.sample(CONFIGURATIONS, { seed: SEED, numRuns: RUNS })) {
    const text = JSON.stringify(document);
    const planned = await put('?dryRun=true', text, 'application/json');
    expect((await put('', text, 'application/json')).changes).toEqual(planned.changes);

    expect((await put('?dryRun=true', dump(document, { skipInvalid: true }), 'application/yaml')).changes).toEqual([]);
    const { text: shown } = await fixture.caller.get(path, { Accept: 'application/yaml' });
    expect((await put('', shown, 'application/yaml')).changes).toEqual([]);
  }
}, 600_000);
