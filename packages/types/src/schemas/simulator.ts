import * as z from 'zod'
import {
  DISPUTE_FUNDS,
  GRANTABLE_ROLES,
  LIMITS,
  RECORD_KINDS,
  SANDBOX_FAULT_KINDS,
  type SandboxFaultKind,
  TERMINAL_FEATURES,
  WALLET_AUTH_METHODS,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
} from '../vocabulary/index.ts'
import {
  amount,
  boundedInteger,
  boundedText,
  currency,
  moment,
  patternText,
  timestamp,
  webOrigin,
  webUrl,
} from './common.ts'
import { encryptionKeySet } from './encryption-keys.ts'
import { riskSettings } from './risk.ts'
import { lengthProblems, rule } from './rules.ts'

/** More than a sandbox has. */
const FAULT_PROVIDERS_MAX = 50

/** The time by which to advance a test clock. */
export const clockAdvance = z
  .strictObject({
    advance_seconds: boundedInteger(0, LIMITS.CLOCK_ADVANCE_MAX_SECONDS),
  })
  .meta({
    id: 'ClockAdvance',
    clause: 'sandboxes#test-clock',
    description: 'A step of the test environment’s clock.',
  })

/** The time of a test clock. */
export const clockReading = z
  .object({
    now: timestamp,
    due: z.int().meta({ description: 'The number of stored deadlines that became due and were processed.' }),
  })
  .meta({ id: 'ClockReading', clause: 'sandboxes#test-clock', description: 'The test environment’s clock.' })

/** The sandbox that a call of the test tools is for. */
export const sandboxHeaders = z.object({
  'x-sandbox-id': z.string().optional().meta({ description: 'The sandbox; `demo` by default.' }),
})

/** The request for a report from a simulated provider about a transaction after its final state. */
export const simulatedRecordRequest = z
  .strictObject({
    transaction_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'An approved transaction: the payment, the capture or the refund that it happens to.',
    }),
    kind: z.enum(RECORD_KINDS),
    amount: amount.optional().meta({ description: 'Minor units; without it the amount of the transaction.' }),
    reason_code: boundedText(1, 40)
      .optional()
      .meta({ description: 'The code of the card network or bank; by default, a common one.' }),
    reason: boundedText(1, 255).optional().meta({ description: 'In words; without it a usual one.' }),
    dispute_reference: boundedText(1, 64).optional().meta({
      description: 'The dispute that the step belongs to. Omit it if the transaction has only one dispute.',
    }),
    funds: z.enum(DISPUTE_FUNDS).optional().meta({
      description:
        'The effect of a step of a dispute on the money; by default, WITHDRAWN when it opens or reopens, REINSTATED when it is won.',
    }),
    respond_by: moment.optional().meta({
      description: 'The deadline for evidence; by default, seven days after a dispute opens or reopens.',
    }),
    fact: boundedText(1, 64).optional().meta({
      description:
        'The provider’s id of the event. With one that was reported before, the provider reports it again under another event id.',
    }),
  })
  .meta({
    id: 'SimulatedRecordRequest',
    clause: 'simulators#simulated-records',
    description: 'A record for a simulated provider to report.',
  })

/** A report from a simulated provider. */
export const simulatedRecord = z
  .object({
    fact: z.string().meta({ description: 'The provider’s id of the event.' }),
    kind: z.enum(RECORD_KINDS),
    amount: z.int().meta({ format: 'int64', description: 'Minor units.' }),
    dispute_reference: z.string().nullable().meta({ description: 'The provider’s id of the dispute.' }),
    respond_by: timestamp.nullable().meta({ description: 'The deadline for evidence.' }),
  })
  .meta({
    id: 'SimulatedRecord',
    clause: 'simulators#simulated-records',
    description: 'A report from a simulated provider.',
  })

/** A way into the portal of a test environment. */
export const portalLink = z
  .object({
    url: z.string().meta({
      description: 'Opens the portal, once. The token follows the #, so browsers send it nowhere.',
      examples: ['http://portal.localhost:8080/#link=Zt0…'],
    }),
    expires_at: timestamp,
  })
  .meta({
    id: 'PortalLink',
    clause: 'portal-sign-in#portal-link',
    description: 'A one-time link into the portal.',
  })

const roles = z.array(z.enum(GRANTABLE_ROLES))

/** The settings of a new sandbox; every member is optional. */
export const sandboxRequest = z
  .strictObject({
    name: boundedText(1, LIMITS.NAME_MAX_CHARS).optional(),
    webhook_url: webUrl.optional(),
    webhook_filters: z
      .array(z.enum([...WEBHOOK_FILTERS, ...WEBHOOK_EVENTS]))
      .optional()
      .meta({
        description:
          'The events for webhook_url: event names, short filters, or `*`; by default, every transaction event and tokenized cards.',
      }),
    origins: z
      .array(webOrigin)
      .optional()
      .meta({ description: 'Web origins that may call the browser API; without it any.' }),
    roles: roles.optional(),
    risk: riskSettings.optional().meta({
      description:
        'Limits and lists for all payments of the sandbox; without it every payment is let through.',
    }),
  })
  .meta({ id: 'SandboxRequest', clause: 'sandboxes#sandboxes', description: 'A sandbox to make.' })

/** A terminal of a sandbox. */
export const sandboxTerminal = z
  .object({
    terminal_id: z.string(),
    features: z.array(z.enum(TERMINAL_FEATURES)),
    note: z.string(),
  })
  .meta({ id: 'SandboxTerminal', clause: 'sandboxes#sandboxes', description: 'A terminal of a sandbox.' })

const sandboxMembers = {
  sandbox_id: z.string(),
  merchant_id: z.string(),
  base_url: z.string(),
  auth_url: z.string(),
  realm: z.string(),
  client_id: z.string(),
  client_key: z.string(),
  terminal_id: z.string().meta({ description: 'A terminal with every feature.' }),
  terminals: z.array(sandboxTerminal),
  encryption_keys: encryptionKeySet,
}

/** A complete merchant of the test environment. `sluice-gateway start --json` prints the same members once it is ready. */
export const sandboxCredentials = z
  .object({
    ...sandboxMembers,
    client_secret: z.string(),
    webhook: z.object({ url: z.string(), secret: z.string() }).nullable(),
    env: z.string().meta({ description: 'The same as lines of a .env file.' }),
  })
  .meta({
    id: 'SandboxCredentials',
    clause: 'sandboxes#sandboxes',
    description: 'A complete merchant of the test environment.',
  })

/** A sandbox read again: without secrets. */
export const sandbox = z
  .object({ ...sandboxMembers, webhook: z.object({ url: z.string() }).nullable() })
  .meta({
    id: 'Sandbox',
    clause: 'sandboxes#sandboxes',
    description: 'A sandbox read again: without secrets.',
  })

/** The sandbox's id in a path. */
export const sandboxParams = z.object({ sandbox_id: z.string().min(1) })

/** One sandbox of a list. */
export const listedSandbox = z
  .object({
    sandbox_id: z.string(),
    merchant_id: z.string(),
    name: z.string(),
    clock_ahead_seconds: z.int().meta({ description: 'The offset of the test clock from real time.' }),
    created_at: timestamp,
  })
  .meta({ id: 'ListedSandbox', clause: 'sandboxes#sandboxes', description: 'A sandbox in a list.' })

/** All sandboxes that the caller may use. */
export const sandboxList = z
  .object({ data: z.array(listedSandbox) })
  .meta({ id: 'SandboxList', clause: 'sandboxes#sandboxes', description: 'Sandboxes, the oldest first.' })

const snapshotName = patternText(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/).meta({
  description: 'The name of the snapshot: letters, digits, `.`, `_` and `-`, 64 characters at most.',
  examples: ['before-refunds'],
})

/** The name of a snapshot. */
export const sandboxSnapshotRequest = z.strictObject({ name: snapshotName }).meta({
  id: 'SandboxSnapshotRequest',
  clause: 'sandboxes#snapshots',
  description: 'A snapshot to take; one of the same name is replaced.',
})

/** A snapshot of a sandbox's data. */
export const sandboxSnapshot = z
  .object({
    name: snapshotName,
    taken_at: timestamp,
    rows: z.int().meta({ description: 'The number of records in the snapshot, including the simulators’.' }),
    transactions: z.int().meta({ description: 'The number of transactions among the records.' }),
    clock_ahead_seconds: z
      .int()
      .meta({ description: 'The offset of the test clock from real time, at that moment.' }),
  })
  .meta({ id: 'SandboxSnapshot', clause: 'sandboxes#snapshots', description: 'A snapshot of a sandbox.' })

/** The snapshots of a sandbox. */
export const sandboxSnapshotList = z.object({ data: z.array(sandboxSnapshot) }).meta({
  id: 'SandboxSnapshotList',
  clause: 'sandboxes#snapshots',
  description: 'Snapshots, the newest first.',
})

/** The sandbox's id and the name of a snapshot in a path. */
export const sandboxSnapshotParams = z.object({ sandbox_id: z.string().min(1), name: z.string().min(1) })

const KIND_OF_FAULT = { description: 'The kind of fault.' }

const faultMembers = {
  duration_seconds: boundedInteger(1, LIMITS.SANDBOX_FAULT_MAX_SECONDS)
    .optional()
    .meta({ description: 'The duration in real time; ten minutes by default.' }),
}

const latency = boundedInteger(1, LIMITS.SIMULATED_DELAY_MAX_MS).meta({
  description: 'The delay of each response, in milliseconds.',
})

const plainFault = <Kind extends SandboxFaultKind>(kind: Kind) =>
  z.strictObject({ kind: z.literal(kind).meta(KIND_OF_FAULT), ...faultMembers })

/** A fault to switch on; one of the same kind is replaced. */
export const sandboxFaultRequest = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('API_LATENCY').meta(KIND_OF_FAULT),
      latency_ms: latency,
      ...faultMembers,
    }),
    plainFault('API_ERROR'),
    plainFault('API_UNAVAILABLE'),
    plainFault('EDGE_REFUSAL'),
    z.strictObject({
      kind: z.literal('PROVIDER_OUTAGE').meta(KIND_OF_FAULT),
      provider_ids: z
        .array(z.string())
        .check(
          rule((value) => (Array.isArray(value) ? lengthProblems(value.length, 1, FAULT_PROVIDERS_MAX) : [])),
        )
        .optional()
        .meta({ description: 'The affected providers; all of the sandbox by default.' }),
      ...faultMembers,
    }),
  ])
  .meta({
    id: 'SandboxFaultRequest',
    clause: 'sandboxes#sandbox-faults',
    description: 'A fault of a whole sandbox to switch on; one of the same kind is replaced.',
  })

/** A fault of a sandbox that is switched on. */
export const sandboxFault = z
  .object({
    kind: z.enum(SANDBOX_FAULT_KINDS).meta(KIND_OF_FAULT),
    latency_ms: latency.nullable().meta({ description: 'The delay of API_LATENCY; otherwise null.' }),
    provider_ids: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The providers of PROVIDER_OUTAGE; otherwise null.' }),
    until: timestamp.meta({ description: 'The time at which it ends by itself, in real time.' }),
  })
  .meta({
    id: 'SandboxFault',
    clause: 'sandboxes#sandbox-faults',
    description: 'A fault that is switched on.',
  })

/** The faults of a sandbox that are switched on. */
export const sandboxFaultList = z
  .object({
    data: z.array(sandboxFault),
    provider_ids: z.array(z.string()).meta({ description: 'The providers that the sandbox has.' }),
  })
  .meta({
    id: 'SandboxFaultList',
    clause: 'sandboxes#sandbox-faults',
    description: 'Faults that are switched on.',
  })

/** The sandbox's id and the kind of a fault in a path. */
export const sandboxFaultParams = z.object({
  sandbox_id: z.string().min(1),
  kind: z.enum(SANDBOX_FAULT_KINDS).meta(KIND_OF_FAULT),
})

/** The roles of a further API client. */
export const sandboxClientRequest = z.strictObject({ roles }).meta({
  id: 'SandboxClientRequest',
  clause: 'sandboxes#sandboxes',
  description: 'An API client of a sandbox to make.',
})

/** A further API client of a sandbox; its secret is shown this once. */
export const sandboxClient = z
  .object({ client_id: z.string(), client_secret: z.string(), roles })
  .meta({ id: 'SandboxClient', clause: 'sandboxes#sandboxes', description: 'An API client of a sandbox.' })

const eciIndicator = patternText(/^[0-9]{1,2}$/)
  .optional()
  .meta({ description: 'Without it, the token contains no ECI.' })

const walletCard = {
  pan: patternText(/^[0-9]{12,19}$/),
  expiration_month: boundedInteger(1, 12),
  expiration_year: boundedInteger(2000, 2099),
}

/** The card that the simulated web wallet makes a token of. */
export const gwalletTokenRequest = z
  .strictObject({
    ...walletCard,
    auth_method: z.enum(WALLET_AUTH_METHODS),
    expires_in: boundedInteger(-86_400, 86_400)
      .optional()
      .meta({ description: 'Seconds until the token expires; negative for an expired one.' }),
    gateway_merchant_id: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'The payee that the page names; without it the merchant of the sandbox.' }),
    eci_indicator: eciIndicator,
  })
  .meta({
    id: 'GwalletTokenRequest',
    clause: 'simulators#simulated-wallets',
    description: 'A simulated wallet token to make, for the gateway to open.',
  })

/** A token of the simulated web wallet. */
export const gwalletToken = z.object({ gwallet_pay_token: z.string() }).meta({
  id: 'GwalletToken',
  clause: 'simulators#simulated-wallets',
  description: 'A simulated wallet token.',
})

const merchantIdentifier = patternText(/^merchant\.[A-Za-z0-9.-]{1,100}$/).meta({
  description: 'The merchant’s identifier at the wallet: `merchant.` and a name.',
  examples: ['merchant.com.example.shop'],
})

/** The card that the simulated device wallet makes a token of. */
export const awalletTokenRequest = z
  .strictObject({
    ...walletCard,
    merchant_identifier: merchantIdentifier,
    amount: amount.optional(),
    currency: currency.optional().meta({ description: 'Without it EUR.' }),
    eci_indicator: eciIndicator,
    public_key: patternText(/^[A-Za-z0-9+/]{100,200}={0,2}$/)
      .optional()
      .meta({
        description:
          'The key for which the token is sealed: SubjectPublicKeyInfo of a P-256 key, Base64. Default: the simulated key of the merchant identifier.',
      }),
  })
  .meta({
    id: 'AwalletTokenRequest',
    clause: 'simulators#simulated-wallets',
    description: 'A simulated wallet token to make, for the merchant to decrypt.',
  })

/** The token as the device passes it to the page. */
export const awalletToken = z
  .object({
    awallet_pay_token: z.object({
      paymentData: z.object({
        version: z.literal('EC_v1'),
        data: z.string(),
        signature: z.string(),
        header: z.object({
          ephemeralPublicKey: z.string(),
          publicKeyHash: z.string(),
          transactionId: z.string(),
        }),
      }),
      paymentMethod: z.object({ displayName: z.string(), network: z.string(), type: z.string() }),
      transactionIdentifier: z.string(),
    }),
  })
  .meta({
    id: 'AwalletToken',
    clause: 'simulators#simulated-wallets',
    description: 'A simulated wallet token, as the device passes it to the page.',
  })

/** Path parameters of a simulated merchant of a wallet. */
export const awalletMerchantParams = z.object({ merchant_identifier: merchantIdentifier })

/** The keys with which a merchant decrypts its simulated tokens. */
export const awalletMerchant = z
  .object({
    merchant_identifier: z.string(),
    private_key: z.string().meta({ description: 'PKCS #8, PEM.' }),
    certificate: z.string().meta({ description: 'The payment processing certificate, PEM.' }),
    root: z.string().meta({ description: 'The root certificate of the tokens’ certificates, PEM.' }),
  })
  .meta({
    id: 'AwalletMerchant',
    clause: 'simulators#simulated-wallets',
    description: 'The keys with which a merchant decrypts simulated wallet tokens.',
  })

/** The roots that simulated wallet tokens are signed under. */
export const gwalletKeys = z
  .object({
    keys: z.array(
      z.object({ keyValue: z.string(), protocolVersion: z.string(), keyExpiration: z.string().optional() }),
    ),
  })
  .meta({
    id: 'GwalletKeys',
    clause: 'simulators#simulated-wallets',
    description: 'The roots that simulated wallet tokens are signed under.',
  })
