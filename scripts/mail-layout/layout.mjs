import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = 'libs/message/src/layout';
export const LAYOUT_FILE = `${FOLDER}/mail-layout.generated.ts`;

/**
 * Compiles the layout of mails from MJML.
 *
 * @param {string} root of the checkout
 * @returns {Promise<string>} a module
 * @throws {Error} what MJML complained of
 */
export async function compileLayout(root) {
  // Neither has types.
  const load = createRequire(import.meta.url);
  /** @type {(source: string, options: object) => Promise<{ html: string }>} */
  const compile = load('mjml-core').default;
  const preset = load('mjml-preset-core');
  const source = await readFile(join(root, FOLDER, 'mail.mjml'), 'utf8');
  // Placeholders are no colors, so MJML cannot validate them. It would load fonts whose names it knows.
  const { html } = await compile(source, { presets: [preset], validationLevel: 'skip', keepComments: false, fonts: {} });
  const lines = html.split('\n').map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join('\n');
  return `/** The compiled mail.mjml. Written by \`npm run generate:mail-layout\`. */\nexport const MAIL_LAYOUT = ${JSON.stringify(text)};\n`;
}
