import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/vocabulary/index.ts', 'src/openapi.ts'],
  format: ['esm'],
  target: 'es2023',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off',
  sourcemap: true,
  clean: true,
})
