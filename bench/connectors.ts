/**
 * Measures the cost of each connector to a gateway that is configured with it: lines, size, and the time that its code
 * takes to load. A gateway without it loads none of it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'

const PACKAGE = join(import.meta.dirname, '../packages/connectors')
const CONNECTORS = ['adyen', 'stripe', '3dsecure-io']
const ROUNDS = 21

/**
 * Bundles the connector with the kit, as a gateway loads it. Its schemas need zod, which a gateway has already
 * loaded.
 */
async function bundleConnector(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PACKAGE, 'src', name, 'index.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    conditions: ['@sluice/source', 'module'],
    external: ['zod'],
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** Counts the lines of the connector's files, without tests. */
function countLines(name: string): number {
  const folder = join(PACKAGE, 'src', name)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length - 1, 0)
}

/** Loads it in a separate process, after everything that a gateway has already loaded. */
function measureLoad(folder: string, name: string): number {
  const program = `await import('zod'); const at = performance.now(); await import('./${name}.mjs'); console.log(performance.now() - at)`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: folder,
    encoding: 'utf8',
  })
  return Number(said)
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-connectors-'))
try {
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'))
  for (const name of CONNECTORS) {
    const code = await bundleConnector(name)
    writeFileSync(join(folder, `${name}.mjs`), code)
    const times = Array.from({ length: ROUNDS }, () => measureLoad(folder, name))
    const median = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
    const kilobytes = [code.length, gzipSync(code).length].map((bytes) => (bytes / 1_000).toFixed(1))
    console.log(
      `${name}: ${countLines(name)} lines, ${kilobytes[0]} kB (${kilobytes[1]} kB compressed), ` +
        `loaded in ${median.toFixed(1)} ms (median of ${ROUNDS})`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
