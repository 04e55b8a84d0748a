/**
 * An oxlint plugin with rules for which oxlint has no setting.
 *
 * @typedef {{ type: string, params: unknown[], parent?: { type: string, kind?: string } }} FunctionNode
 *
 * @typedef {{ options: unknown[], report(problem: { node: FunctionNode, message: string }): void }} Context
 */

/** Functions take few parameters; a constructor receives its dependencies, and may take more. */
const maxParams = {
  meta: { type: 'suggestion', schema: [{ type: 'object' }] },
  /** @param {Context} context */
  create(context) {
    const limits = /** @type {{ function: number, constructor: number }} */ (context.options[0]);
    /** @param {FunctionNode} node */
    function check(node) {
      const kind = node.parent?.type === 'MethodDefinition' && node.parent.kind === 'constructor' ? 'constructor' : 'function';
      if (node.params.length <= limits[kind]) return;
      context.report({ node, message: `A ${kind} takes at most ${limits[kind]} parameters; this one takes ${node.params.length}.` });
    }
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
  },
};

export default { meta: { name: 'project' }, rules: { 'max-params': maxParams } };
