import 'reflect-metadata';
import { runProgram } from './program.js';

const code = await runProgram(process.argv.slice(2), process);
// A connection that could not be closed must not keep a failed command running.
if (code !== 0) process.exit(code);
