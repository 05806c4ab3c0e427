import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2022',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off',
  sourcemap: true,
  clean: true,
})
