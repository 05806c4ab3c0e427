/**
 * Examines each published package as a consumer would find it: what is packed, whether `exports` leads there, whether the
 * types there are those of the code there, whether its manifest is whole, and whether all its imports are included and
 * load.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { findThrowingRequires, findUnmetImports } from './bare-imports.ts'
import { listPrivate, listPublished, pack, type PackageManifest, readManifest, unpack } from './pack.ts'

/**
 * Modes of module resolution that a package does not support. The gateway is a program; as a library it is for tests,
 * in projects that have ECMAScript modules.
 */
const UNSERVED: Readonly<Record<string, readonly string[]>> = {
  '@sluice/gateway': ['node10', 'node16-cjs'],
}

/** Required members of a published manifest, in addition to publint's. */
const REQUIRED = ['description', 'keywords', 'license', 'exports', 'sideEffects', 'files']

/** They run in browsers, by whatever bundles them: a package manager must not refuse them because of its Node. */
const FOR_BROWSERS = ['@sluice/embedded-fields', '@sluice/react', '@sluice/vue']

/** Files that every package holds. */
const FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']

const folder = mkdtempSync(join(tmpdir(), 'sluice-packages-'))
try {
  for (const name of listPublished()) {
    const tarball = pack(name, folder)
    const home = join(folder, name)
    mkdirSync(home)
    const pkgDir = unpack(tarball, home)
    const manifest = readManifest(pkgDir)
    const modules = readModules(pkgDir)
    const problems = [
      ...checkManifest(manifest, pkgDir),
      ...findUnmetImports(manifest, modules, new Set(listPrivate())),
      ...findThrowingRequires(modules),
      ...(await lint(manifest, pkgDir)),
      ...(await checkTypes(manifest, tarball)),
    ]
    for (const problem of problems) console.error(`${manifest.name}: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkManifest(manifest: PackageManifest, pkgDir: string): string[] {
  const text = JSON.stringify(manifest)
  const files = readdirSync(pkgDir, { recursive: true, encoding: 'utf8' })
  const needsNode = !FOR_BROWSERS.includes(manifest.name)
  return [
    ...(needsNode === (manifest['engines'] === undefined)
      ? ['engines: servers need Node, browsers do not']
      : []),
    ...REQUIRED.filter((member) => manifest[member] === undefined).map((member) => `${member} is missing`),
    ...FILES.filter((file) => !files.includes(file)).map((file) => `${file} is not packed`),
    ...['workspace:', 'catalog:', '@sluice/source', '"devDependencies"']
      .filter((mark) => text.includes(mark))
      .map((mark) => `the manifest still holds ${mark}`),
  ]
}

/** Returns every packed module and declaration, by its path. Browser scripts are self-contained. */
function readModules(pkgDir: string): ReadonlyMap<string, string> {
  const files = readdirSync(pkgDir, { recursive: true, encoding: 'utf8' })
  const modules = files.filter((file) => /\.[cm]?(js|d\.ts)$/.test(file))
  return new Map(modules.map((file) => [file, readFileSync(join(pkgDir, file), 'utf8')]))
}

async function lint(manifest: PackageManifest, pkgDir: string): Promise<string[]> {
  const { messages } = await publint({ pkgDir, pack: false, strict: true, level: 'warning' })
  return messages.map((message) => formatMessage(message, manifest, { color: false }) ?? message.code)
}

async function checkTypes({ name }: PackageManifest, tarball: string): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
    excludeEntrypoints: ['./package.json'],
  })
  if (!analysis.types) return ['has no types']
  const unserved = UNSERVED[name] ?? []
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && unserved.includes(problem.resolutionKind)))
    .map((problem) => `${problem.kind}: ${JSON.stringify(problem)}`)
}
