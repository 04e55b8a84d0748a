import { setSourceMapsSupport } from 'node:module';

/**
 * Lets stack traces name the lines of our sources. `node --import` loads it before a program. Unlike `--enable-source-maps` it leaves out the maps
 * of packages, which nobody reads and each start would.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
