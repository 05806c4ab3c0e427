import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', 'suite/index': 'src/suite/index.ts', 'suite/main': 'src/suite/main.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  dts: process.env['SLUICE_DECLARATIONS'] !== 'off' && {
    entry: { index: 'src/index.ts', 'suite/index': 'src/suite/index.ts' },
  },
  sourcemap: true,
  clean: true,
  splitting: true,
})
