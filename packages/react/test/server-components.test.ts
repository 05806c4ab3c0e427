import { build, transform } from 'esbuild'
import { expect, it } from 'vitest'

/** React on a server has no `createContext` for modules that do not say so. */
const FOR_THE_BROWSER = /^["']use client["'];/

it('may be rendered by a server component, as a module and as CommonJS', async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    packages: 'external',
  })
  const code = outputFiles[0]?.text ?? ''
  expect(code).toMatch(FOR_THE_BROWSER)
  // tools/finish-package.ts does the same.
  expect((await transform(code, { format: 'cjs', platform: 'node' })).code).toMatch(FOR_THE_BROWSER)
})
