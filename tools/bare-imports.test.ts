import { expect, it } from 'vitest'

import { findUnmetImports, listPackagesAskedFor } from './bare-imports.ts'

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
  expect(listPackagesAskedFor(source)).toEqual(['pino', '@sluice/types', '@sluice/simulators', 'kysely'])
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
