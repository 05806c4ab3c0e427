import { defineConfig } from 'tsup'

// Beside what rollup bundles for browsers; so nothing may be cleaned away.
export default defineConfig({
  entry: ['src/index.ts', 'src/assets.ts'],
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && {
    // The package is installed alone.
    resolve: [/^@sluice\//],
    compilerOptions: {
      paths: {
        '@sluice/texts/*': ['../texts/src/catalogue/*.ts'],
        '@sluice/types/vocabulary': ['../types/src/vocabulary/index.ts'],
      },
    },
  },
  sourcemap: true,
  clean: false,
  removeNodeProtocol: false,
})
