/** `npm run generate:mail-layout`: compiles the layout of mails, which is part of the source, so that neither a build nor a service needs MJML. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileLayout, LAYOUT_FILE } from './layout.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

writeFileSync(join(ROOT, LAYOUT_FILE), await compileLayout(ROOT));
console.log(`${LAYOUT_FILE} is written`);
