import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pathOfExample } from './example.js';

/**
 * Compiles an example like `tsc`, but without the type check, which is part of `npm run typecheck`. This saves the four fifths of its time
 * that go to libraries.
 */
export function compileExample(name: string): void {
  const { config } = ts.readConfigFile(pathOfExample(`${name}/tsconfig.json`), (path) => readFileSync(path, 'utf8')) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, pathOfExample(name));
  const [sources, output] = [pathOfExample(`${name}/src`), pathOfExample(`${name}/dist`)];
  mkdirSync(output, { recursive: true });
  for (const file of globSync('*.ts', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions: { ...options, module: ts.ModuleKind.ESNext } });
    writeFileSync(join(output, file.replace(/\.ts$/, '.js')), outputText);
  }
}
