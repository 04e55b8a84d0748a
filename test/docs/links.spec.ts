import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getInlineCode, PAGES, getProse, ROOT, readText } from '../support/pages.js';

const OURS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...PAGES.filter((page) => page !== 'README.md')];
const ROOMS = ['apps', 'libs', 'scripts', 'docker', 'deploy', 'test', 'docs', '.ci'];
/** Files that the page tells its reader to create. */
const MADE_BY_READERS = new Set(['docker/.env']);
/** Files that operators copy and read without the pages. Node.js's modules have their own tests. */
const CONFIGURATION = [
  '.env.example',
  '.dockerignore',
  ...['docker', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => !MADE_BY_READERS.has(path) && statSync(join(ROOT, path)).isFile()),
  ),
];
/** A path, but not a Kubernetes API group, and the heading or anchor of its section: docs/a.md, "Heading" or docs/a.md#heading. */
const REFERENCE =
  /(?<![\w./@-])((?:apps(?!\/v1\b)|libs|scripts|docker|deploy|test|docs|examples)\/[\w./-]*\w)(?:'s [\w ]+)?(?:, "([^"]+)"|#([\w-]+))?/g;
const SOURCES = ['apps', 'libs', 'scripts', 'test', 'docker', 'deploy', 'docs'];

/** The anchors that common repository hosts give to headings. */
function anchorsOf(page: string): Set<string> {
  const headings = [...getProse(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(headings.map(toAnchor));
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  return isMissing(target, anchor);
}

function isMissing(path: string, anchor: string | undefined): boolean {
  return !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).has(anchor));
}

/** Files that a page names by path; placeholders such as `<resource>` and patterns end a path before them. */
function pathsOf(page: string): string[] {
  const words = getInlineCode(page).flatMap((code) => code.split(/[\s,:;]+/));
  return words
    .filter((word) => ROOMS.includes(word.split('/', 1)[0]!) && word.includes('/'))
    .map((word) => word.replace(/[^/]*[<*{].*$/, '').replace(/\.{3}$|#.*$/, ''));
}

const names = new Set(
  SOURCES.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })).map((path) => basename(path)),
);

describe('references of the pages', () => {
  it.each(OURS)('contain no broken link in %s', (page) => {
    const links = [...getProse(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const relative = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(relative.filter((link) => isBroken(page, link))).toEqual([]);
  });

  it.each(PAGES)('%s names only existing files', (page) => {
    expect(pathsOf(page).filter((path) => !MADE_BY_READERS.has(path) && !existsSync(join(ROOT, path)))).toEqual([]);
    const bare = getInlineCode(page).filter((code) => /^[a-z][\w.-]*\.(ts|mjs)$/.test(code));
    expect(bare.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(CONFIGURATION)('%s refers to existing files and sections', (file) => {
    const text = readText(file).replaceAll(/\n *#? */g, ' ');
    const references = [...text.matchAll(REFERENCE)].filter(([, path = '']) => !MADE_BY_READERS.has(path));

    expect(
      references.filter(([, path = '', heading, anchor]) => isMissing(path, anchor ?? (heading && toAnchor(heading)))).map(([all]) => all),
    ).toEqual([]);
  });

  it('the README links to every page, directly or by its folder', () => {
    const readme = readText('README.md');
    const found = PAGES.filter((page) => page === 'README.md' || readme.includes(`(${page})`) || readme.includes(`(${dirname(page)})`));
    expect(found).toEqual(PAGES);
  });
});
