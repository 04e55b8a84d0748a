import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pathOfExample } from './example.js';

/** What `tsc` writes for an example without a look at types, which `npm run typecheck` has, but without the four fifths of its time that go to libraries. */
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
