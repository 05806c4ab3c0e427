import { build } from 'esbuild'
import { expect, it } from 'vitest'

import { findThrowingRequires, findUnmetImports, listRequiredPackages } from './bare-imports.ts'

it('lists the packages of every kind of import, and nothing of Node or of the package itself', () => {
  const source = `
    import { a } from './a.js'
    import { readFileSync } from 'node:fs'
    import { join } from 'path'
    import pino from 'pino'
    export * from '@sluice/types/vocabulary'
    const later = () => import('@sluice/simulators')
    const here = require('kysely/migration')
    // import 'a-comment'
  `
  expect(listRequiredPackages(source)).toEqual(['pino', '@sluice/types', '@sluice/simulators', 'kysely'])
})

it('finds an import that the manifest does not name, and a dependency that no registry has', () => {
  const manifest = {
    name: '@sluice/gateway',
    dependencies: { pino: '1', '@sluice/shared': '0' },
    peerDependencies: { '@sluice/types': '0' },
  }
  const sources = new Map([
    ['dist/main.js', `import 'pino'; import('@sluice/simulators'); import '@sluice/types'`],
    ['dist/index.js', `import '@sluice/gateway/other'`],
  ])
  expect(findUnmetImports(manifest, sources, new Set(['@sluice/shared', '@sluice/simulators']))).toEqual([
    'dist/main.js imports @sluice/simulators, which the manifest does not name',
    'asks for @sluice/shared, which is not published',
  ])
})

it('finds the require of a bundled CommonJS package, as esbuild writes it, and none that is bundled away', async () => {
  const bundle = async (contents: string) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
    })
    return outputFiles[0]?.text ?? ''
  }
  const sources = new Map([
    ['dist/yaml.js', await bundle(`exports.read = () => require('process').argv`)],
    ['dist/index.js', await bundle(`import { argv } from 'node:process'; export const read = () => argv`)],
  ])
  expect(findThrowingRequires(sources)).toEqual([expect.stringMatching(/^dist\/yaml\.js holds a require/)])
})
