/**
 * Where `npm run docs` puts the documentation's site, and where a packed gateway has it: the same place seen from a source and
 * from a build.
 */
export const DOCUMENTATION_FOLDER = new URL('../dist/documentation/', import.meta.url)
