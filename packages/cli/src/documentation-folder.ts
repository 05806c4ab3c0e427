/**
 * The folder into which `npm run docs` writes the documentation's site, and in which a packed gateway has it. The
 * path is the same from a source and from a build.
 */
export const DOCUMENTATION_FOLDER = new URL('../dist/documentation/', import.meta.url)
