/**
 * `npm run bundles`: how many modules a program loads before it does anything, and how much code that is. Both are the same
 * on every machine, and most of what a start takes. Followed from the sources, dependencies included, and bundled as
 * they are published; modules that are loaded on demand do not count.
 *
 * @see docs/performance.md#what-is-loaded-at-a-start
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { zodInEnglish } from './zod-in-english.ts'

const ROOT = join(import.meta.dirname, '..')
const BYTES_PER_KB = 1_000

export interface Load {
  readonly modules: number
  readonly kilobytes: number
}

interface Program {
  readonly entry: string
  /** A fifth above what it loads: an additional dependency is noticed, an additional file is not. */
  readonly max: Load
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'the client, imported': {
    entry: 'packages/server-sdk/src/index.ts',
    max: { modules: 140, kilobytes: 158 },
  },
  'the client, for its first call': {
    entry: 'packages/server-sdk/src/http/engine.ts',
    max: { modules: 215, kilobytes: 850 },
  },
  'the kit for tests, imported': {
    entry: 'packages/server-sdk/src/testing/index.ts',
    max: { modules: 137, kilobytes: 160 },
  },
  'the gateway, started': {
    entry: 'packages/gateway/src/app.ts',
    max: { modules: 1_870, kilobytes: 5_500 },
  },
  'the command line, until it knows its command': {
    entry: 'packages/cli/src/main.ts',
    max: { modules: 205, kilobytes: 920 },
  },
}

/** Measures the code that a program has loaded when it begins. */
export async function measureLoad({ entry }: Pick<Program, 'entry'>): Promise<Load> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: ROOT,
    bundle: true,
    // Late code becomes files of its own.
    splitting: true,
    outdir: 'out',
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@sluice/source'],
    external: ['*.node'],
    plugins: [zodInEnglish],
    logLevel: 'error',
  })
  return countLoaded(metafile, entry)
}

function countLoaded({ outputs, inputs }: Metafile, entry: string): Load {
  const start = Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry)
  const files = new Set(start === undefined ? [] : [start])
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path)
    }
  }
  const loaded = [...files].flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}))
  const bytes = loaded.reduce(
    (sum, [name, { bytesInOutput }]) => sum + Math.min(bytesInOutput, inputs[name]?.bytes ?? bytesInOutput),
    0,
  )
  return { modules: loaded.length, kilobytes: Math.round(bytes / BYTES_PER_KB) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const { max } = program
    const { modules, kilobytes } = await measureLoad(program)
    console.log(`${name}: ${modules} modules of ${max.modules}, ${kilobytes} kB of ${max.kilobytes}`)
    if (modules > max.modules || kilobytes > max.kilobytes) {
      process.stderr.write(
        `${name}: loads ${modules} modules with ${kilobytes} kB, more than the ${max.modules} and ${max.kilobytes} kB in ${import.meta.filename}.\n`,
      )
      process.exitCode = 1
    }
  }
}
