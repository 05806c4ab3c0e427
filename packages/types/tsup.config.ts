import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/vocabulary/index.ts', 'src/merchant-contract.ts', 'src/openapi.ts'],
  format: ['esm'],
  target: 'es2023',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && {
    // The catalogue of texts is not installed along.
    compilerOptions: { paths: { '@sluice/texts/*': ['../texts/src/catalogue/*.ts'] } },
  },
  sourcemap: true,
  clean: true,
})
