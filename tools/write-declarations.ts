/**
 * Writes the declarations of a package's exports into `dist`. Run it in the folder of the package after its modules are built.
 * With the argument `apart`, entries share no file.
 *
 * The native compiler writes a declaration for each source file. Rollup bundles them into one file for each entry, including the
 * types of packages that are not installed with it. This script does not check types: the stage `typecheck` does.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { argv, env, execPath } from 'node:process'
import type { Plugin, RollupLog } from 'rollup'
import ts from 'typescript'
import { flattenContract } from './flatten-contract.ts'

const ROOT = join(import.meta.dirname, '..')
const COMPILER = join(import.meta.dirname, 'node_modules/typescript-7/bin/tsc')
/** Outside `node_modules`: the compiler emits no declarations for files that it first found there. */
const CACHE = join(ROOT, '.sluice')

/** The client installs no dependencies, so its declarations contain the types of the contract, without zod. @decision 0038 */
const WITH_FLAT_CONTRACT = '@sluice/server-sdk'

type Target = string | { readonly [condition: string]: Target }

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, Target>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** The paths at which the compiler finds the sources of other packages. */
type Paths = Readonly<Record<string, readonly string[]>>

if (env['SLUICE_DECLARATIONS'] !== 'off') {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'declarations-'))
  try {
    await writeDeclarations(readManifest(process.cwd()), folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeDeclarations(manifest: Manifest, folder: string): Promise<void> {
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  const paths = {
    ...listSisters(),
    ...(manifest.name === WITH_FLAT_CONTRACT ? writeFlatContract(folder) : {}),
  }
  // `npm start` builds without declarations, and does not install the packages that write them.
  const { rollup } = await import('rollup')
  const { dts } = await import('rollup-plugin-dts')
  const entries = listEntries(manifest)
  declareSources(Object.values(entries), paths, folder)
  const inputs = Object.entries(entries).map(
    ([name, source]) => [name, declarationOf(source, folder)] as const,
  )
  const plugins = [resolveDeclarations(installed, paths, folder), dts()]
  for (const together of argv.includes('apart') ? inputs.map((input) => [input]) : [inputs]) {
    const bundle = await rollup({ input: Object.fromEntries(together), plugins, onwarn: refuse })
    await bundle.write({
      dir: 'dist',
      entryFileNames: '[name].d.ts',
      chunkFileNames: ({ name }) => `${name.replace(/\.d$/, '')}-[hash].d.ts`,
    })
    await bundle.close()
  }
}

function refuse(warning: RollupLog): void {
  // This warning says that entries share a type that none of them exports by name: users rarely need its name.
  if (warning.plugin !== 'dts') throw new Error(warning.message)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** @returns source files, by the name of their declarations in `dist` without `.d.ts` */
function listEntries({ exports }: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.values(exports).flatMap((target) => {
      const types = findTarget(target, ['import', 'types'])
      const source = findTarget(target, ['@sluice/source'])
      if (!types?.endsWith('.d.ts') || source === undefined) return []
      return [[types.replace(/^\.\/dist\/|\.d\.ts$/g, ''), join(process.cwd(), source)]]
    }),
  )
}

function findTarget(target: Target, conditions: readonly string[]): string | undefined {
  if (typeof target === 'string') return target
  const found = Object.keys(target).find((condition) => conditions.includes(condition))
  return found === undefined ? undefined : findTarget(target[found]!, conditions)
}

/**
 * All of the repository's packages, also those that are installed with this one: the compiler emits nothing for a file that it
 * first found through `node_modules`, and which way it finds a file first differs from run to run.
 */
function listSisters(): Paths {
  const folders = readdirSync(join(ROOT, 'packages')).map((name) => join(ROOT, 'packages', name))
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const { name, exports } = readManifest(folder)
      return Object.entries(exports).map(([path, target]) => {
        const source = findTarget(target, ['@sluice/source', 'default'])
        return [`${name}${path.slice(1)}`, source === undefined ? [] : [join(folder, source)]]
      })
    }),
  )
}

function writeFlatContract(folder: string): Paths {
  const contract = join(folder, 'contract.d.ts')
  writeFileSync(contract, flattenContract(ROOT))
  // The code that generates sample responses imports schemas, too, but no declaration of the client refers to it.
  return { '@sluice/types': [contract], '@sluice/types/openapi': [contract] }
}

function declareSources(files: readonly string[], paths: Paths, folder: string): void {
  const compilerOptions = {
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: folder,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
    paths,
  }
  const project = join(folder, 'tsconfig.json')
  writeFileSync(
    project,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files }),
  )
  // Several checkers would each infer the same types again.
  execFileSync(execPath, [COMPILER, '-p', project, '--checkers', '1'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function declarationOf(source: string, folder: string): string {
  return join(folder, relative(ROOT, source).replace(/\.tsx?$/, '.d.ts'))
}

/** Resolves an import in a declaration as in its source, to the declaration of the imported file. */
function resolveDeclarations(installed: readonly string[], paths: Paths, folder: string): Plugin {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    paths: paths as ts.MapLike<string[]>,
  }
  return {
    name: 'resolve-declarations',
    resolveId(name, importer) {
      if (importer === undefined) return
      if (installed.some((own) => name === own || name.startsWith(`${own}/`)))
        return { id: name, external: true }
      const source = join(ROOT, relative(folder, importer).replace(/\.d\.ts$/, '.ts'))
      const { resolvedModule } = ts.resolveModuleName(name, source, options, ts.sys)
      const found = resolvedModule?.resolvedFileName
      if (found?.startsWith(folder)) return found
      if (found === undefined || found.includes('/node_modules/')) return { id: name, external: true }
      return declarationOf(found, folder)
    },
  }
}
