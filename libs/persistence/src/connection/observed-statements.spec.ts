import { describe, expect, it } from '@jest/globals';
import { nameStatement } from './observed-statements.js';

describe('nameStatement', () => {
  it.each([
    [{ name: 'read-revisions', text: 'SELECT 1' }, 'read-revisions'],
    [{ text: 'SELECT * FROM domain WHERE name = $1' }, 'SELECT domain'],
    ['SELECT "User"."sub" FROM "end_user" "User" WHERE "User"."sub" = $1', 'SELECT end_user'],
    ['INSERT INTO "log_entry"("domain_id") VALUES ($1)', 'INSERT log_entry'],
    ['\n  delete from public.client', 'DELETE client'],
    ['UPDATE end_user SET active = true', 'UPDATE end_user'],
    ["WITH a AS (SELECT 'jane@example.com') SELECT 1", 'WITH'],
    ['START TRANSACTION', 'START'],
    ['', 'SQL'],
  ])('names %j %s', (statement, name) => {
    expect(nameStatement(statement)).toBe(name);
  });
});
