import { defineConfig, type Options } from 'tsup'

// Beside what rollup bundles for browsers; so nothing may be cleaned away.
const OPTIONS: Options = {
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && {
    // The package is installed alone.
    resolve: [/^@sluice\//],
    compilerOptions: {
      paths: {
        '@sluice/shared/*': ['../shared/src/*.ts'],
        '@sluice/texts/*': ['../texts/src/catalogue/*.ts'],
        '@sluice/types/vocabulary': ['../types/src/vocabulary/index.ts'],
      },
    },
  },
  sourcemap: true,
  clean: false,
  removeNodeProtocol: false,
}

// Each by itself: what both declare would become a file of its own, and the package ships the first one alone.
export default defineConfig([
  { ...OPTIONS, entry: ['src/index.ts'] },
  { ...OPTIONS, entry: ['src/assets.ts'] },
])
