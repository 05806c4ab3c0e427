/** A part of the code, and the suites that must find a mutant in it. */
export interface Area {
  readonly name: string
  /** Files, or folders with all their code, from the root. */
  readonly code: readonly string[]
  /** Files, or folders with all their tests, from the root. */
  readonly suites: readonly string[]
  /** Mutants to draw from those of the area, where all of them would take too long. */
  readonly sample?: number
}

const GATEWAY = 'packages/gateway/src'
const PLATFORM = 'packages/platform/src'
const EXECUTION = `${GATEWAY}/transactions/execution`
const FOLLOW_UP = `${GATEWAY}/transactions/follow-up`
const CARD = `${GATEWAY}/transactions/card`
const ORDERS = `${GATEWAY}/transactions/requests`
/** Clients, subscriptions and merchants are made what the configuration file says. */
const CONFIGURATION = `${GATEWAY}/configuration-file/apply-configuration.store.test.ts`
const FIELDS = 'packages/embedded-fields/src'
const SDK = 'packages/server-sdk/src'

/** Code whose answers follow from its arguments: every mutant is tried. */
export const PURE_AREAS: readonly Area[] = [
  {
    name: 'money',
    code: [
      `${EXECUTION}/money.ts`,
      `${EXECUTION}/money-rules.ts`,
      `${FOLLOW_UP}/resolve-parent.ts`,
      `${FOLLOW_UP}/evaluate-operation.ts`,
      'packages/types/src/vocabulary/money.ts',
    ],
    suites: [
      `${EXECUTION}/money.test.ts`,
      `${EXECUTION}/money-rules.test.ts`,
      FOLLOW_UP,
      'packages/types/src/vocabulary',
    ],
  },
  {
    name: 'transitions',
    code: [`${EXECUTION}/transitions.ts`, `${EXECUTION}/status-for-code.ts`, `${EXECUTION}/call-outside.ts`],
    suites: [EXECUTION],
  },
  {
    name: 'routing',
    code: [
      `${CARD}/three-ds-step.ts`,
      `${CARD}/fallback.ts`,
      `${GATEWAY}/three-ds/verdict.ts`,
      `${GATEWAY}/three-ds/pending-authentication-keys.ts`,
      `${GATEWAY}/three-ds/color-depth.ts`,
      `${GATEWAY}/three-ds/browser-messages.ts`,
      `${GATEWAY}/transactions/reports/provider-report.ts`,
    ],
    suites: [CARD, `${GATEWAY}/three-ds`, `${GATEWAY}/transactions/reports`],
  },
  { name: 'sealed-cards', code: ['packages/card-encryption/src'], suites: ['packages/card-encryption/src'] },
  {
    name: 'wallet-tokens',
    code: [
      `${GATEWAY}/payment-methods/wallet-token`,
      'packages/shared/src/ecies.ts',
      'packages/shared/src/p256.ts',
    ],
    suites: [`${GATEWAY}/payment-methods/wallet-token`, 'packages/shared/src'],
  },
  { name: 'wallets', code: [`${SDK}/wallets`], suites: [`${SDK}/wallets`] },
  {
    name: 'webhook-signatures',
    code: [
      `${SDK}/webhooks/signature.ts`,
      `${SDK}/webhooks/secret.ts`,
      `${SDK}/webhooks/message-headers.ts`,
      `${SDK}/webhooks/verify-webhook.ts`,
      `${SDK}/webhooks/deduplicator.ts`,
      `${SDK}/webhooks/reduce-transaction.ts`,
      `${SDK}/webhooks/match-event.ts`,
      `${SDK}/webhooks/base64.ts`,
      `${PLATFORM}/crypto/standard-webhook.ts`,
    ],
    suites: [`${SDK}/webhooks`, `${PLATFORM}/crypto`],
  },
  { name: 'frame-protocol', code: [`${FIELDS}/protocol`], suites: [`${FIELDS}/protocol`] },
  {
    name: 'card-fields',
    // `keep-formatted.ts` is left out: it needs a browser, and browsers try it.
    code: [
      `${FIELDS}/validation`,
      `${FIELDS}/formatting/card-number.ts`,
      `${FIELDS}/formatting/caret.ts`,
      `${FIELDS}/formatting/cvv.ts`,
      `${FIELDS}/formatting/digits.ts`,
      'packages/shared/src/ascii-digits.ts',
      `${FIELDS}/formatting/expiry.ts`,
    ],
    suites: [`${FIELDS}/validation`, `${FIELDS}/formatting`],
  },
  {
    name: 'three-ds-codecs',
    code: [
      `${SDK}/three-ds/action-token.ts`,
      `${SDK}/three-ds/base64-json.ts`,
      `${SDK}/three-ds/browser-info.ts`,
      `${SDK}/three-ds/challenge.ts`,
      `${SDK}/three-ds/fingerprint.ts`,
    ],
    suites: [`${SDK}/three-ds`],
  },
  {
    name: 'webhook-rules',
    code: [
      `${GATEWAY}/webhooks/classify-attempt.ts`,
      `${GATEWAY}/webhooks/json-differences.ts`,
      `${GATEWAY}/webhooks/merge-changes.ts`,
      `${GATEWAY}/webhooks/message-id.ts`,
      `${GATEWAY}/webhooks/plan-faults.ts`,
      `${GATEWAY}/webhooks/retry-after.ts`,
    ],
    suites: [`${GATEWAY}/webhooks`],
  },
  {
    name: 'kernel',
    code: [`${PLATFORM}/kernel`, `${GATEWAY}/transactions/query/write-csv.ts`, 'packages/shared/src/html.ts'],
    suites: [`${PLATFORM}/kernel`, `${GATEWAY}/transactions/query`, 'packages/shared/src'],
  },
]

/** Code with a database, a clock or a network: of its mutants a part is drawn. */
export const OTHER_AREAS: readonly Area[] = [
  {
    name: 'execution',
    code: [EXECUTION, CARD, FOLLOW_UP],
    // Orders, decisions and corrections run through it, too.
    suites: [
      EXECUTION,
      CARD,
      FOLLOW_UP,
      ORDERS,
      `${GATEWAY}/transactions/redirect`,
      `${GATEWAY}/transactions/reports`,
      `${GATEWAY}/sessions`,
    ],
    sample: 100,
  },
  {
    name: 'identity',
    code: ['packages/identity/src'],
    suites: ['packages/identity/src', CONFIGURATION],
    sample: 80,
  },
  {
    name: 'idempotency',
    code: [`${PLATFORM}/idempotency`, `${GATEWAY}/references`],
    suites: [
      `${PLATFORM}/idempotency`,
      `${GATEWAY}/references`,
      'packages/gateway/test/idempotency.test.ts',
      ORDERS,
    ],
    sample: 50,
  },
  {
    name: 'webhooks',
    code: [`${GATEWAY}/webhooks`],
    suites: [
      `${GATEWAY}/webhooks`,
      CONFIGURATION,
      'packages/gateway/test/webhook-api.test.ts',
      'packages/gateway/test/webhook-delivery.test.ts',
      'packages/gateway/test/webhook-fault-injection.test.ts',
    ],
    sample: 90,
  },
  {
    name: 'sdk-transport',
    code: [`${SDK}/http`],
    suites: [
      `${SDK}/http`,
      `${SDK}/client.test.ts`,
      `${SDK}/environment.test.ts`,
      `${SDK}/resources`,
      `${SDK}/transactions-await-final.test.ts`,
    ],
    sample: 80,
  },
]

export const AREAS: readonly Area[] = [...PURE_AREAS, ...OTHER_AREAS]
