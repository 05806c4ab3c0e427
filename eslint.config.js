import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import { configs as lit } from 'eslint-plugin-lit'
import tseslint from 'typescript-eslint'

// Few rules, each of which has cost somebody money or a night: a dropped promise, a forgotten case, an `any`.
// How code looks is Prettier's business, what may import what is dependency-cruiser's.
export default defineConfig(
  globalIgnores(['**/dist/', '**/test-results/', '**/playwright-report/', '.sluice/', 'tools/fixtures/']),
  {
    files: ['**/*.{js,mjs,cjs,ts}'],
    extends: [js.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // TypeScript knows the globals of each place, which names are used, and what an overload is.
      'no-redeclare': 'off',
      'no-undef': 'off',
      'no-unused-vars': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      // A caught value is unknown, and passing it on is right.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: ['packages/{embedded-fields,hpp-ui}/src/**/*.ts'], extends: [lit['flat/recommended']] },
  {
    // Programs talk to the person who started them; packages do not.
    files: ['tools/**', 'examples/**', 'bench/**', 'packages/gateway/src/main.ts'],
    rules: { 'no-console': 'off' },
  },
)
