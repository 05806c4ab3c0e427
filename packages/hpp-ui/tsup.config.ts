import { defineConfig } from 'tsup'

// Rollup bundles browser programs into the same folder, so it must not be cleaned.
export default defineConfig({
  entry: ['src/assets.ts'],
  format: 'esm',
  platform: 'node',
  target: 'es2023',
  clean: false,
  esbuildOptions(options) {
    options.conditions = ['@sluice/source', 'module']
  },
  removeNodeProtocol: false,
})
