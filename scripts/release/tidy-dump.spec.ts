import { expect, it } from '@jest/globals';
import { tidyDump } from './tidy-dump.mjs';

const DUMP = `--
-- PostgreSQL database dump
--

\\restrict abc

SET statement_timeout = 0;
SET transaction_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;


--
-- Name: revision; Type: SEQUENCE; Schema: public
--

CREATE SEQUENCE public.revision;

\\unrestrict abc
`;

it('keeps only SQL that every supported PostgreSQL accepts', () => {
  expect(tidyDump(DUMP)).toBe(`SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;

CREATE SEQUENCE public.revision;
`);
});
