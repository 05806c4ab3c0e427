import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'tsup'
import { flattenContract } from '../../tools/flatten-contract.ts'
import { thirdParty } from '../../tools/third-party.ts'
import { zodInEnglish } from '../../tools/zod-in-english.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

const declarations = process.env['SLUICE_DECLARATIONS'] === 'off' ? false : declareWithFlatContract()

// Nothing is installed along with the client: what it needs is in it, in the files that need it. @decision 0042
export default defineConfig({
  entry: [
    'src/index.ts',
    'src/opentelemetry/index.ts',
    'src/testing/index.ts',
    'src/testing/cypress.ts',
    'src/testing/msw.ts',
    'src/testing/playwright.ts',
    'src/three-ds/index.ts',
    'src/three-ds/browser/index.ts',
    'src/wallets/index.ts',
    'src/webhooks/index.ts',
  ],
  format: 'esm',
  // One build for every runtime: nothing of Node's may slip in but into what tests alone import.
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // As the declarations: from the sources, which are here before any build.
    options.conditions = ['@sluice/source']
  },
  target: 'es2022',
  dts: declarations,
  sourcemap: true,
  clean: true,
  esbuildPlugins: [thirdParty('dist'), zodInEnglish],
  define: { __SLUICE_SDK_VERSION__: JSON.stringify(version) },
})

/** The client's users have no zod, so the contract's types are written out. */
function declareWithFlatContract() {
  // Outside of any package, because declarations of other packages are left out of ours.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-contract-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const contractFile = join(folder, 'contract.d.ts')
  writeFileSync(contractFile, flattenContract(join(import.meta.dirname, '../..')))
  return {
    compilerOptions: {
      paths: {
        '@sluice/texts/*': ['../texts/src/catalogue/*.ts'],
        '@sluice/types': [contractFile],
        '@sluice/types/*': ['../types/src/*'],
        '@sluice/types/vocabulary': ['../types/src/vocabulary/index.ts'],
        '@sluice/card-encryption/encrypt': ['../card-encryption/src/encrypt.ts'],
      },
    },
  }
}
