/** The imports of a package's modules when they are loaded. */
import { builtinModules } from 'node:module'
import ts from 'typescript'

/** The packages that a module imports, requires or takes types from, without Node's modules and the package itself. */
export function listRequiredPackages(source: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(source, true, true)
  const specifiers = importedFiles.map(({ fileName }) => fileName)
  const bare = specifiers.filter((text) => /^[@a-z]/i.test(text) && !text.includes(':'))
  return [...new Set(bare.map(packageOf))].filter((name) => !builtinModules.includes(name))
}

/** `@scope/name` of `@scope/name/sub/path`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export interface Asking {
  readonly name: string
  readonly [member: string]: unknown
}

/** Members of a manifest whose packages are there when the package is. */
const INSTALLED = ['dependencies', 'peerDependencies', 'optionalDependencies']

/**
 * The missing dependencies of a package: a module that imports what the manifest does not name, or a manifest that
 * names an unpublished package of ours.
 *
 * @param sources - path → text of the packed modules.
 * @param unpublished - names of our packages that no registry has.
 */
export function findUnmetImports(
  manifest: Asking,
  sources: ReadonlyMap<string, string>,
  unpublished: ReadonlySet<string>,
): readonly string[] {
  const named = INSTALLED.flatMap((member) => Object.keys(manifest[member] ?? {}))
  const unmet = [...sources].flatMap(([path, source]) =>
    listRequiredPackages(source)
      .filter((name) => name !== manifest.name && !named.includes(name))
      .map((name) => `${path} imports ${name}, which the manifest does not name`),
  )
  return [
    ...unmet,
    ...named
      .filter((name) => unpublished.has(name))
      .map((name) => `asks for ${name}, which is not published`),
  ]
}

/**
 * The code that esbuild writes into an ECMAScript module for a `require` that it cannot resolve: it throws, but only
 * when it is called.
 */
const THROWING_REQUIRE = 'Dynamic require of'

/**
 * Packed modules with a `require` that Node does not provide to ECMAScript modules: the package it is bundled from has
 * to be installed instead.
 */
export function findThrowingRequires(sources: ReadonlyMap<string, string>): readonly string[] {
  return [...sources]
    .filter(([, source]) => source.includes(THROWING_REQUIRE))
    .map(
      ([path]) =>
        `${path} holds a require() that throws when it is called: a CommonJS package is bundled into it, which belongs among the dependencies`,
    )
}
