import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { getCodeBlocks, PAGES, ROOT, getTableRows, getSection, readText } from '../support/pages.js';

const PAGE = 'docs/architecture.md';

/** Parses the arrows of a diagram as `from -> to`. If an end lists several nodes, returns one for each pair. */
function arrowsOf(picture: string): string[] {
  const name = (node: string) => node.trim().split('[', 1)[0]!;
  return [...picture.matchAll(/^ *(.+?) --> (.+)$/gm)].flatMap(([, from = '', to = '']) =>
    from.split(' & ').flatMap((source) => to.split(' & ').map((target) => `${name(source)} -> ${name(target)}`)),
  );
}

function pictureWith(text: string): string {
  const picture = getCodeBlocks(PAGE, 'mermaid').find((block) => block.includes(text));
  if (!picture) throw new Error(`no picture with ${text}`);
  return picture;
}

/** The libraries that the sources of a folder import by alias. */
function importsOf(folder: string): Set<string> {
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts')).map((file) => readText(`${folder}/${file}`));
  return new Set(sources.flatMap((source) => [...source.matchAll(/from '@latchkey\/([\w-]+)'/g)].map(([, lib = '']) => lib)));
}

describe('docs/architecture.md', () => {
  it('draws the arrows between slices that the import rules allow', () => {
    const [, rules = ''] = /const SLICE_USES = \{([^]*?)^\};/m.exec(readText('.dependency-cruiser.mjs')) ?? [];
    const node = (slice: string) => slice.replaceAll(/[/-]/g, '_');
    const allowed = [...rules.matchAll(/^ *'(.+?)': \[([^\]]*?)\]/gm)].flatMap(([, from = '', to = '']) =>
      [...to.matchAll(/'(.+?)'/g)].map(([, target = '']) => `${node(from)} -> ${node(target)}`),
    );
    expect(arrowsOf(pictureWith('apps/management/src')).toSorted()).toEqual(allowed.toSorted());
  });

  it('draws every slice', () => {
    const drawn = pictureWith('apps/management/src');
    const slices = ['management', 'auth'].flatMap((app) =>
      readdirSync(`${ROOT}apps/${app}/src`, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
    );
    expect(slices.map(({ name }) => name).filter((name) => !drawn.includes(name))).toEqual([]);
  });

  it('draws the arrows between libraries that the code has', () => {
    const libs = readdirSync(`${ROOT}libs`);
    const used = [
      ...libs.flatMap((lib) => [...importsOf(`libs/${lib}/src`)].map((other) => `${lib} -> ${other}`)),
      ...[...importsOf('apps')].map((lib) => `apps -> ${lib}`),
    ];
    expect(arrowsOf(pictureWith('apps[')).toSorted()).toEqual(used.toSorted());
  });

  it('has a row for every library', () => {
    const rows = getTableRows(getSection(PAGE, '## Modules and import rules')).map(([lib]) => lib);
    expect(rows.toSorted()).toEqual(readdirSync(`${ROOT}libs`).toSorted());
  });

  it.each(PAGES.filter((page) => getCodeBlocks(page, 'mermaid').length > 0))(
    '%s has diagrams of a known kind, with closed brackets',
    (page) => {
      for (const picture of getCodeBlocks(page, 'mermaid')) {
        expect(picture).toMatch(/^(flowchart (LR|TD)|sequenceDiagram|erDiagram)\n/);
        const count = (pattern: RegExp) => picture.match(pattern)?.length ?? 0;
        expect([count(/\[/g), count(/\(/g), count(/"/g) % 2]).toEqual([count(/\]/g), count(/\)/g), 0]);
        expect(count(/^ *(subgraph|rect|alt|opt|loop)\b/gm)).toBe(count(/^ *end$/gm));
      }
    },
  );
});
