import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/**
 * The removal of one security control, and the test that must then fail. The code of the control follows the comment `// control: NAME`, so
 * that it can be moved and renamed.
 *
 * @typedef {object} Mutation
 *
 * @property {string} control what the code enforces; the name in its comment
 * @property {string} rule the section of a standard, or the project's own promise, that requires it
 * @property {string | RegExp} [text] the part of the marked code to replace, which must occur there once. Without it, a replacement
 * replaces the value: the condition of an `if`, the returned or assigned value, an operand
 * @property {string} [replacement] without it, the code is removed
 * @property {MutationTest} test
 */

/**
 * @typedef {object} MutationTest
 * @property {string} file its name, without folders
 * @property {string} title as in the source, with the placeholders of `it.each`
 */

const FOLDERS = ['apps', 'libs', 'scripts', 'test', 'docker'];
const SOURCE = /\.(ts|tsx|conf)$/;
const TEST = /spec\.tsx?$/;
/** The comment above the code of a control. */
const MARKER = /^ *(?:\/\/|#) control: (.+)\n/gm;

/** The files of a checkout that contain controls and tests. */
export class Sources {
  /** @type {Map<string, string>} from paths to texts */
  files = new Map();
  /** @type {{ control: string, file: string }[]} one for each comment that marks a control */
  markers;

  /** @param {string} root of the checkout */
  constructor(root) {
    for (const folder of FOLDERS) {
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (SOURCE.test(file)) this.files.set(join(folder, file), readFileSync(join(root, folder, file), 'utf8'));
      }
    }
    const sources = [...this.files].filter(([file]) => !TEST.test(file));
    this.markers = sources.flatMap(([file, source]) =>
      Array.from(source.matchAll(MARKER), ([, control]) => ({ control: String(control), file })),
    );
  }

  /**
   * @param {MutationTest} test
   * @returns {string[]} the files of this name that have the title
   */
  findTests({ file, title }) {
    const literals = [`'${title}'`, `"${title}"`, `\`${title}\``];
    const named = [...this.files].filter(([path]) => basename(path) === file);
    return named.filter(([, source]) => literals.some((literal) => source.includes(literal))).map(([path]) => path);
  }

  /**
   * @param {Mutation} mutation
   * @returns {{ file: string, source: string, test: string }} the file with the control, its source without it, and the file of the test
   * @throws {Error} the comment, the text or the test does not occur exactly once
   */
  mutate(mutation) {
    const { control, test } = mutation;
    const markers = this.markers.filter((marker) => marker.control === control);
    const file = requireOne(markers, `comments "control: ${control}"`).file;
    const testFile = requireOne(this.findTests(test), `tests "${test.title}" in files ${test.file}`);
    return { file, source: removeControl(file, String(this.files.get(file)), mutation), test: testFile };
  }
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {string} what
 * @returns {Item}
 */
function requireOne(items, what) {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`There must be exactly one of the ${what}, not ${items.length}`);
  return item;
}

/**
 * @param {string} file
 * @param {string} source of the file
 * @param {Pick<Mutation, 'control' | 'text' | 'replacement'>} mutation
 * @returns {string} the source without the control
 * @throws {Error} the text does not occur exactly once
 */
export function removeControl(file, source, { control, text, replacement = '' }) {
  const marker = `control: ${control}\n`;
  const marked = source.indexOf(marker) + marker.length;
  const code = file.endsWith('.conf') ? findLine(source, marked) : findCode(source, marked);
  if (text === undefined) {
    const { start, end } = replacement === '' ? code : code.value;
    return source.slice(0, start) + (replacement || code.removed) + source.slice(end);
  }
  const found = source.slice(code.start, code.end);
  const matches = typeof text === 'string' ? found.split(text).length - 1 : [...found.matchAll(new RegExp(text, 'g'))].length;
  if (matches !== 1) throw new Error(`"${control}": the code below its comment must have ${String(text)} once, not ${matches} times`);
  const changed = typeof text === 'string' ? found.replace(text, () => replacement) : found.replace(text, replacement);
  return source.slice(0, code.start) + changed + source.slice(code.end);
}

/**
 * Code that a comment marks, its remainder after the removal, and its value.
 *
 * @typedef {{ start: number, end: number }} Range
 *
 * @typedef {Range & { removed: string, value: Range }} MarkedCode
 */

/**
 * @param {string} source
 * @param {number} marked
 * @returns {MarkedCode} the next line
 */
function findLine(source, marked) {
  const line = { start: source.indexOf(source.slice(marked).trimStart(), marked), end: source.indexOf('\n', marked) };
  return { ...line, removed: '', value: line };
}

/**
 * @param {string} source
 * @param {number} marked the end of a comment
 * @returns {MarkedCode} the statement, property, element or operand below
 */
function findCode(source, marked) {
  const tree = ts.createSourceFile('marked.tsx', source, ts.ScriptTarget.Latest, true);
  const node = findNode(tree, marked);
  if (!node) throw new Error('There is no code below the comment');
  const [start, end] = [node.getStart(), node.getEnd()];
  const isListed = ts.isObjectLiteralExpression(node.parent) || ts.isArrayLiteralExpression(node.parent);
  const value = findValue(node);
  return {
    start,
    end: isListed && source[end] === ',' ? end + 1 : end,
    removed: getNeutralOperand(node.parent),
    value: { start: value.getStart(), end: value.getEnd() },
  };
}

/**
 * @param {ts.Node} node
 * @param {number} marked
 * @returns {ts.Node | undefined} the outermost node below the comment, of an operation its first operand
 */
function findNode(node, marked) {
  if (node.getFullStart() >= marked || node.getEnd() < marked) return undefined;
  const isOperation = ts.isConditionalExpression(node) || getNeutralOperand(node) !== '';
  if (node.getStart() >= marked && !isOperation && !ts.isSourceFile(node)) return node;
  return ts.forEachChild(node, (child) => findNode(child, marked));
}

/** @param {ts.Node} parent of a removed operand */
function getNeutralOperand(parent) {
  if (!ts.isBinaryExpression(parent)) return '';
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.BarBarToken) return 'false';
  return kind === ts.SyntaxKind.AmpersandAmpersandToken ? 'true' : '';
}

/**
 * @param {ts.Node} node
 * @returns {ts.Node}
 */
function findValue(node) {
  if (ts.isIfStatement(node)) return node.expression;
  const value = findWholeValue(node) ?? node;
  return ts.isConditionalExpression(value) ? value.condition : value;
}

/** @param {ts.Node} node */
function findWholeValue(node) {
  if (ts.isReturnStatement(node)) return node.expression;
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.initializer;
  if (ts.isPropertyAssignment(node)) return node.initializer;
  return ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression) ? node.expression.right : undefined;
}

/**
 * @param {string} title
 * @returns {string} a regular expression for the full names of the tests with this title
 */
export function toNamePattern(title) {
  const texts = title.split(/%[#disfijoOp]/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return `(^| )${texts.join('[^]*')}$`;
}
