/** Every rule of .dependency-cruiser.cjs is proved to fail, on a small house of its own where each wall has one hole. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IConfiguration

const GATEWAY = 'packages/gateway/src'
const CLI = 'packages/cli/src'
const PLATFORM = 'packages/platform/src'

/** `[rule, from, to]`: `from` imports `to`, by value, and that breaks exactly this rule. */
const VIOLATIONS: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['1-no-cycles', 'packages/types/src/vocabulary/left.ts', 'packages/types/src/vocabulary/right.ts'],
  ['2-kernel-knows-only-itself', `${PLATFORM}/kernel/clock.ts`, `${PLATFORM}/system.ts`],
  [
    '3-unsuffixed-files-are-pure',
    `${GATEWAY}/three-ds/verdict.ts`,
    'packages/types/src/schemas/authorize.ts',
  ],
  [
    '3-unsuffixed-files-are-pure',
    `${GATEWAY}/transactions/admission/checks.ts`,
    'node_modules/kysely/index.js',
  ],
  ['3-unsuffixed-files-use-no-node-module', `${GATEWAY}/sessions/session.ts`, 'node:fs'],
  ['4-routes-know-no-store', `${PLATFORM}/http/health.routes.ts`, `${PLATFORM}/jobs/lease.store.ts`],
  [
    '5-slices-meet-at-the-index',
    `${GATEWAY}/sessions/expire.ts`,
    `${GATEWAY}/transactions/execution/transitions.ts`,
  ],
  ['6-slice-order-references', `${GATEWAY}/references/reference-hold.ts`, `${GATEWAY}/merchants/index.ts`],
  ['6-slice-order-risk', `${GATEWAY}/risk/find-match.ts`, `${GATEWAY}/merchants/index.ts`],
  ['6-slice-order-method-catalogue', `${GATEWAY}/method-catalogue/fits.ts`, `${GATEWAY}/merchants/index.ts`],
  ['6-slice-order-merchants', `${GATEWAY}/merchants/terminal.ts`, `${GATEWAY}/customers/index.ts`],
  ['6-slice-order-customers', `${GATEWAY}/customers/customer.ts`, `${GATEWAY}/payment-methods/index.ts`],
  ['6-slice-order-payment-methods', `${GATEWAY}/payment-methods/vault.ts`, `${GATEWAY}/three-ds/index.ts`],
  ['6-slice-order-three-ds', `${GATEWAY}/three-ds/policy.ts`, `${GATEWAY}/transactions/index.ts`],
  [
    '6-slice-order-provider-health',
    `${GATEWAY}/provider-health/account-state.ts`,
    `${GATEWAY}/transactions/index.ts`,
  ],
  [
    '6-slice-order-transactions',
    `${GATEWAY}/transactions/execution/attempt.ts`,
    `${GATEWAY}/sessions/index.ts`,
  ],
  ['6-slice-order-sessions', `${GATEWAY}/sessions/status.ts`, `${GATEWAY}/hosted-payment-page/index.ts`],
  [
    '6-slice-order-hosted-payment-page',
    `${GATEWAY}/hosted-payment-page/link.ts`,
    `${GATEWAY}/webhooks/index.ts`,
  ],
  [
    '6-rooms-execution',
    `${GATEWAY}/transactions/execution/apply-result.ts`,
    `${GATEWAY}/transactions/card/card-flow.ts`,
  ],
  [
    '6-rooms-answer',
    `${GATEWAY}/transactions/answer/envelope.wire.ts`,
    `${GATEWAY}/transactions/admission/checks.ts`,
  ],
  [
    '6-slice-order-payment-links',
    `${GATEWAY}/payment-links/begin-session.ts`,
    `${GATEWAY}/hosted-payment-page/index.ts`,
  ],
  ['6-slice-order-erasure', `${GATEWAY}/erasure/erase.ts`, `${GATEWAY}/webhooks/index.ts`],
  [
    '6-rooms-admission-reports',
    `${GATEWAY}/transactions/admission/method-table.ts`,
    `${GATEWAY}/transactions/redirect/start-order.ts`,
  ],
  [
    '6-rooms-card-redirect-follow-up',
    `${GATEWAY}/transactions/card/card-flow.ts`,
    `${GATEWAY}/transactions/redirect/redirect-flow.ts`,
  ],
  [
    '6-rooms-query-requests',
    `${GATEWAY}/transactions/query/list.ts`,
    `${GATEWAY}/transactions/requests/methods.ts`,
  ],
  ['6-leaf-slices-know-no-slice', `${GATEWAY}/webhooks/sign.ts`, `${GATEWAY}/merchants/index.ts`],
  ['6-slices-know-no-trade', `${GATEWAY}/customers/customer.ts`, 'packages/identity/src/index.ts'],
  ['7-only-app-plugs-in-adapters', `${GATEWAY}/pages/due.ts`, `${GATEWAY}/providers/index.ts`],
  ['7-only-app-plugs-in-stores', `${GATEWAY}/three-ds/start.ts`, `${GATEWAY}/three-ds/start.store.ts`],
  [
    '7-adapters-know-ports-only',
    `${GATEWAY}/providers/http/exchange.ts`,
    `${GATEWAY}/transactions/card/fallback.ts`,
  ],
  ['7-only-processes-know-the-composition', `${GATEWAY}/pages/due.ts`, `${GATEWAY}/composition/stores.ts`],
  [
    '7-only-commands-know-operator-tools',
    `${GATEWAY}/composition/stores.ts`,
    `${GATEWAY}/operator-tools/reset-database.ts`,
  ],
  ['7-only-app-plugs-in-adapters', `${CLI}/commands/doctor.ts`, `${GATEWAY}/providers/registry.ts`],
  ['7-only-app-plugs-in-stores', `${CLI}/commands/check.ts`, `${GATEWAY}/sessions/session.store.ts`],
  ['7-admin-client-speaks-http', `${CLI}/admin-client/gateway.ts`, `${PLATFORM}/database/migrate.ts`],
  ['7-admin-client-speaks-http', `${CLI}/admin-client/actions/refund.ts`, `${GATEWAY}/transactions/index.ts`],
  ['7-nothing-imports-the-program', `${GATEWAY}/composition/edge.ts`, `${CLI}/command-line.ts`],
  ['7-nothing-imports-the-program', 'packages/identity/src/users/user.ts', `${CLI}/index.ts`],
  [
    '8-browser-packages-stay-small-and-blind',
    'packages/embedded-fields/src/seal.ts',
    'packages/card-encryption/src/decrypt.ts',
  ],
  [
    '8-browser-packages-stay-small-and-blind',
    'packages/embedded-fields/src/parse.ts',
    'node_modules/zod/index.js',
  ],
  ['8-sdk-knows-contract-and-sealing-only', 'packages/server-sdk/src/client.ts', `${GATEWAY}/app.ts`],
  ['8-testing-kit-uses-public-doors', 'packages/server-sdk/src/testing/load-gateway.ts', `${GATEWAY}/app.ts`],
  ['8-testing-kit-uses-public-doors', 'packages/server-sdk/src/testing/load-gateway.ts', `${CLI}/main.ts`],
  ['8-trades-are-met-at-the-index', `${CLI}/commands/users.ts`, 'packages/identity/src/users/user.ts'],
  [
    '8-testing-kit-stays-out-of-the-client',
    'packages/server-sdk/src/sessions.ts',
    'packages/server-sdk/src/testing/test-cards.ts',
  ],
  [
    '8-contract-and-encryption-stand-alone',
    'packages/types/src/sealed.ts',
    'packages/card-encryption/src/encrypt.ts',
  ],
  [
    '8-provider-protocol-knows-vocabulary-only',
    'packages/provider-protocol/src/paths.ts',
    'packages/types/src/schemas/common.ts',
  ],
  [
    '8-connectors-know-protocol-only',
    'packages/connectors/src/stripe/requests.ts',
    'packages/platform/src/http/parse-json.ts',
  ],
  ['8-connectors-are-pure', 'packages/connectors/src/stripe/answers.ts', 'node:http'],
  [
    '8-connectors-know-no-runtime',
    'packages/connectors/src/kit/step.ts',
    'packages/connectors/src/runtime/run-call.ts',
  ],
  [
    '8-connectors-stand-alone',
    'packages/connectors/src/stripe/codes.ts',
    'packages/connectors/src/adyen/codes.ts',
  ],
  ['8-twins-are-never-shipped', 'packages/cli/src/start-twin.ts', 'packages/connectors/twins/stripe/twin.ts'],
  [
    '8-twins-know-no-connector',
    'packages/connectors/twins/stripe/answer.ts',
    'packages/connectors/src/stripe/codes.ts',
  ],
  [
    '8-simulators-stand-outside',
    'packages/simulators/src/acs/page.ts',
    `${GATEWAY}/transactions/execution/provider.ts`,
  ],
  [
    '8-simulators-are-loaded-where-there-are-any',
    `${GATEWAY}/composition/outside.ts`,
    'packages/simulators/src/index.ts',
  ],
  ['8-platform-is-of-no-trade', `${PLATFORM}/jobs/due.ts`, `${GATEWAY}/sessions/index.ts`],
  [
    '8-trades-stand-on-the-platform',
    'packages/portal-api/src/users.routes.ts',
    'packages/identity/src/index.ts',
  ],
  [
    '8-trades-are-met-at-the-index',
    `${GATEWAY}/composition/portal.ts`,
    'packages/identity/src/users/user.ts',
  ],
  ['8-shared-is-below-both', 'packages/shared/src/html.ts', 'packages/types/src/vocabulary/codes.ts'],
  [
    '9-merchant-page-never-sees-card-inputs',
    'packages/embedded-fields/src/merchant-page/mount.ts',
    'packages/embedded-fields/src/secure-frame/form.ts',
  ],
]

/** Imports that look alike and are right. */
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  [`${GATEWAY}/app.ts`, `${GATEWAY}/providers/registry.ts`],
  [`${GATEWAY}/app.ts`, `${GATEWAY}/sessions/session.store.ts`],
  [`${GATEWAY}/composition/select-providers.ts`, `${GATEWAY}/providers/registry.ts`],
  [`${GATEWAY}/composition/stores.ts`, `${GATEWAY}/customers/customer.store.ts`],
  [`${CLI}/commands/apply.ts`, `${GATEWAY}/composition/stores.ts`],
  [`${GATEWAY}/operator-tools/reset-database.ts`, `${GATEWAY}/composition/stores.ts`],
  [`${CLI}/commands/reset.ts`, `${GATEWAY}/operator-tools/reset-database.ts`],
  [`${CLI}/admin-client/credentials.ts`, `${GATEWAY}/demo-environment.ts`],
  [`${GATEWAY}/sessions/open.ts`, `${GATEWAY}/merchants/index.ts`],
  [`${GATEWAY}/sessions/session.store.ts`, 'node_modules/kysely/index.js'],
  [`${GATEWAY}/providers/acme/acme.ts`, `${GATEWAY}/transactions/execution/provider.ts`],
  [`${GATEWAY}/transactions/card/card-flow.ts`, `${GATEWAY}/transactions/execution/flow.ts`],
  [`${GATEWAY}/transactions/card/card-flow.ts`, `${GATEWAY}/transactions/card/fallback.ts`],
  [`${GATEWAY}/transactions/requests/methods.ts`, `${GATEWAY}/transactions/redirect/methods.ts`],
  [`${GATEWAY}/transactions/checks.test.ts`, `${GATEWAY}/providers/index.ts`],
  ['packages/simulators/src/acs/records.test.ts', `${PLATFORM}/system.ts`],
  ['packages/connectors/src/stripe/events.ts', 'node:crypto'],
  ['packages/connectors/src/stripe/declare.ts', 'packages/connectors/src/kit/declarations.ts'],
  [`${GATEWAY}/composition/load-simulators.ts`, 'packages/simulators/src/index.ts'],
  [`${PLATFORM}/kernel/secret.ts`, 'packages/shared/src/secret.ts'],
  ['packages/server-sdk/src/testing/load-gateway.ts', `${CLI}/index.ts`],
  ['packages/embedded-fields/src/secure-frame/submit.ts', 'packages/card-encryption/src/encrypt.ts'],
]

let house: string
let result: ICruiseResult

beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'sluice-boundaries-'))
  const sources = new Map<string, string>([
    ['tsconfig.json', '{}'],
    ['package.json', '{"name":"house"}'],
    ['packages/types/package.json', '{"name":"@sluice/types"}'],
    ['packages/types/src/vocabulary/right.ts', "import './left.ts'\n"],
  ])
  for (const [from, to] of [...VIOLATIONS.map(([, ...pair]) => pair), ...ALLOWED]) {
    const specifier = to.startsWith('node:') ? to : `${'../'.repeat(from.split('/').length - 1)}${to}`
    sources.set(from, `${sources.get(from) ?? ''}import ${JSON.stringify(specifier)}\n`)
    if (!to.startsWith('node:')) sources.set(to, sources.get(to) ?? '')
  }
  for (const [path, text] of sources) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const { options, ...ruleSet } = config
  const { output } = await cruise(['packages'], { ...options, baseDir: house, ruleSet, validate: true })
  result = output as ICruiseResult
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('the rules about imports', () => {
  it.each(VIOLATIONS)('%s: refuses %s → %s', (rule, from, to) => {
    expect(
      result.summary.violations.filter((found) => found.from === from).map((found) => found.rule.name),
    ).toContain(rule)
    expect(result.modules.flatMap((module) => module.dependencies.map((found) => found.resolved))).toContain(
      to.replace(/^node:/, ''),
    )
  })

  it('has a violation for every rule', () => {
    const proved = new Set(VIOLATIONS.map(([rule]) => rule))
    expect(config.forbidden?.map((rule) => rule.name).filter((name) => name && !proved.has(name))).toEqual([])
  })

  it.each(ALLOWED)('allows %s → %s', (from, to) => {
    const edges = result.summary.violations.map((found) => `${found.from} → ${found.to}`)
    expect(edges).not.toContain(`${from} → ${to}`)
  })
})
