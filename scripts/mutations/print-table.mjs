import { MUTATIONS } from './mutations.mjs';

/** Prints the table of docs/security-tests.md: `node scripts/mutations/print-table.mjs`. */
console.log('| control | asked for by | test that fails without it |\n| --- | --- | --- |');
for (const { control, rule, test } of MUTATIONS) console.log(`| ${control} | ${rule} | [${test.title}](../${test.file}) |`);
