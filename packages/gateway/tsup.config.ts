import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && { entry: { index: 'src/index.ts' } },
  clean: true,
  splitting: true,
})
