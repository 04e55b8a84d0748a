import { setSourceMapsSupport } from 'node:module';

/**
 * Makes stack traces refer to source lines. `node --import` loads it before a program. Unlike `--enable-source-maps` it skips the maps of
 * packages, because reading them in a checkout takes a sixth of a start.
 */
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
