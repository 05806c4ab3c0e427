import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { thirdParty } from '../../tools/third-party.ts'
import { zodInEnglish } from '../../tools/zod-in-english.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

// Nothing is installed along with the client: what it needs is in it, in the files that need it. @decision 0038
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
  // One build for every runtime: Node's modules may only be in what tests import.
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // This resolves to the sources, which exist before any build.
    options.conditions = ['@sluice/source']
  },
  target: 'es2022',
  sourcemap: true,
  clean: true,
  esbuildPlugins: [thirdParty('dist'), zodInEnglish],
  define: { __SLUICE_SDK_VERSION__: JSON.stringify(version) },
})
