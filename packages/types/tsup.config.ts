import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/vocabulary/index.ts', 'src/merchant-contract.ts', 'src/openapi.ts'],
  format: ['esm'],
  target: 'es2023',
  sourcemap: true,
  clean: true,
})
