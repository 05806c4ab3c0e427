/**
 * Run in the folder of a package after its build, with the names of its entries where `dist` holds more than them.
 *
 * Adds `dist/cjs`, the same files as CommonJS, with their types: Jest and TypeScript projects that compile to `require`
 * cannot load ECMAScript modules. One file becomes one file, so that what the entries share stays shared and what loads
 * late still loads late.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { trimSourceMaps } from './trim-source-maps.ts'

const OUTPUT = 'dist/cjs'

rmSync(OUTPUT, { recursive: true, force: true })
const entries = process.argv.slice(2)
const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(
  (file) => entries.length === 0 || entries.some((entry) => file === entry || file.startsWith(`${entry}.`)),
)
for (const file of files) {
  const target = join(OUTPUT, file)
  if (file.endsWith('.d.ts')) {
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join('dist', file), target)
  }
  if (!file.endsWith('.js')) continue
  const { code } = await transform(readFileSync(join('dist', file), 'utf8'), {
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    // A dynamic `import()` of a sibling file becomes a dynamic `require()`.
    supported: { 'dynamic-import': false },
  })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
}
trimSourceMaps('dist')
writeFileSync(join(OUTPUT, 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`)
