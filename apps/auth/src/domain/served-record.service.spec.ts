import { describe, expect, it } from '@jest/globals';
import type { ServedRecordQuery, ServedRecordRepository, ServedRecords } from '@latchkey/persistence';
import { ServedRecordService } from './served-record.service.js';

/** A database without the domain `gone` and its clients. */
function database() {
  const statements: ServedRecordQuery[] = [];
  const read = async (query: ServedRecordQuery) => {
    statements.push(query);
    return {
      domains: query.domains.map((id) => (id === 'gone' ? null : { id })),
      clients: query.clients.map(({ domainId, clientId }) => (domainId === 'gone' ? null : { clientId: `${domainId} ${clientId}` })),
    } as unknown as ServedRecords;
  };
  return { statements, records: new ServedRecordService({ read } as unknown as ServedRecordRepository) };
}

describe('ServedRecordService', () => {
  it('reads all domains and clients of one event loop turn with one statement, and returns each request its own', async () => {
    const { statements, records } = database();

    const answers = await Promise.all([
      records.findDomain('one'),
      records.findClient('one', 'app'),
      records.findDomain('gone'),
      records.findClient('gone', 'app'),
      records.findClient('two', 'app'),
      records.findDomain('two'),
    ]);

    expect(statements).toHaveLength(1);
    expect(answers).toEqual([{ id: 'one' }, { clientId: 'one app' }, null, null, { clientId: 'two app' }, { id: 'two' }]);
  });
});
