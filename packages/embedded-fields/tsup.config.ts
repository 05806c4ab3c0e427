import { defineConfig, type Options } from 'tsup'

// The output folder already contains rollup's output for browsers, so it must not be cleaned.
const OPTIONS: Options = {
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  sourcemap: true,
  clean: false,
  removeNodeProtocol: false,
}

// These are separate builds: shared code would become a third file, and the package contains only the first one.
export default defineConfig([
  { ...OPTIONS, entry: ['src/index.ts'] },
  { ...OPTIONS, entry: ['src/assets.ts'] },
])
