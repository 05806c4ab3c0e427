import * as z from 'zod'
import {
  GRANTABLE_ROLES,
  LIMITS,
  TERMINAL_FEATURES,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
} from '../vocabulary/index.ts'
import { boundedInteger, boundedText, patternText, timestamp, webOrigin, webUrl } from './common.ts'
import { encryptionKeySet } from './encryption-keys.ts'

export const clockAdvance = z
  .strictObject({
    advance_seconds: boundedInteger(0, LIMITS.CLOCK_ADVANCE_MAX_SECONDS),
  })
  .meta({ id: 'ClockAdvance' })

export type ClockAdvance = z.output<typeof clockAdvance>

export const clockReading = z
  .object({
    now: timestamp,
    due: z.int().meta({ description: 'How many stored deadlines became due and were worked off.' }),
  })
  .meta({ id: 'ClockReading' })

export type ClockReading = z.output<typeof clockReading>

export const sandboxHeaders = z.object({
  'x-sandbox-id': z
    .string()
    .optional()
    .meta({ description: 'Which sandbox is meant; without it the one named demo.' }),
})

const roles = z.array(z.enum(GRANTABLE_ROLES))

export const sandboxRequest = z
  .strictObject({
    name: boundedText(1, LIMITS.NAME_MAX_CHARS).optional(),
    webhook_url: webUrl.optional(),
    webhook_filters: z
      .array(z.enum([...WEBHOOK_FILTERS, ...WEBHOOK_EVENTS]))
      .optional()
      .meta({
        description:
          'What is delivered to webhook_url: event names, short filters, or `*`; without it every transaction event and tokenized cards.',
      }),
    origins: z
      .array(webOrigin)
      .optional()
      .meta({ description: 'Web origins that may call the browser API; without it any.' }),
    roles: roles.optional(),
  })
  .meta({ id: 'SandboxRequest' })

export type SandboxRequest = z.output<typeof sandboxRequest>

export const sandboxTerminal = z.object({
  terminal_id: z.string(),
  features: z.array(z.enum(TERMINAL_FEATURES)),
  note: z.string(),
})

export type SandboxTerminal = z.output<typeof sandboxTerminal>

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
  .meta({ id: 'SandboxCredentials' })

export type SandboxCredentials = z.output<typeof sandboxCredentials>

/** A sandbox read again: without secrets. */
export const sandbox = z
  .object({ ...sandboxMembers, webhook: z.object({ url: z.string() }).nullable() })
  .meta({ id: 'Sandbox' })

export type Sandbox = z.output<typeof sandbox>

export const sandboxParams = z.object({ sandbox_id: z.string().min(1) })

export const sandboxClientRequest = z.strictObject({ roles }).meta({ id: 'SandboxClientRequest' })

export type SandboxClientRequest = z.output<typeof sandboxClientRequest>

export const sandboxClient = z
  .object({ client_id: z.string(), client_secret: z.string(), roles })
  .meta({ id: 'SandboxClient' })

export type SandboxClient = z.output<typeof sandboxClient>

const walletCard = {
  pan: patternText(/^[0-9]{12,19}$/),
  expiration_month: boundedInteger(1, 12),
  expiration_year: boundedInteger(2000, 2099),
}

export const gwalletTokenRequest = z
  .strictObject({
    ...walletCard,
    auth_method: z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']),
    expires_in: boundedInteger(-86_400, 86_400)
      .optional()
      .meta({ description: 'Seconds until the token expires; negative for an expired one.' }),
  })
  .meta({ id: 'GwalletTokenRequest' })

export type GwalletTokenRequest = z.output<typeof gwalletTokenRequest>

export const gwalletToken = z.object({ gwallet_pay_token: z.string() }).meta({ id: 'GwalletToken' })

export type GwalletToken = z.output<typeof gwalletToken>

export const awalletTokenRequest = z.strictObject(walletCard).meta({ id: 'AwalletTokenRequest' })

export type AwalletTokenRequest = z.output<typeof awalletTokenRequest>

export const awalletToken = z
  .object({ awallet_pay_token: z.record(z.string(), z.unknown()) })
  .meta({ id: 'AwalletToken' })

export type AwalletToken = z.output<typeof awalletToken>

/** The roots that simulated wallet tokens are signed under. */
export const gwalletKeys = z
  .object({
    keys: z.array(
      z.object({ keyValue: z.string(), protocolVersion: z.string(), keyExpiration: z.string().optional() }),
    ),
  })
  .meta({ id: 'GwalletKeys' })

export type GwalletKeys = z.output<typeof gwalletKeys>
