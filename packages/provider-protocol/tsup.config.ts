import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', 'suite/index': 'src/suite/index.ts', 'suite/main': 'src/suite/main.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  splitting: true,
})
