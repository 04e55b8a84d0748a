/** @type {(() => Promise<void>)[]} */
const undo = [];

/** @param {() => Promise<void>} action */
export function onTeardown(action) {
  undo.push(action);
}

export async function tearDown() {
  for (const action of undo.splice(0).toReversed()) await action();
}

export default tearDown;
