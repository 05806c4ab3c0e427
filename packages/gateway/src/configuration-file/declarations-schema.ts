import { KEY_MAX_CHARS, KEY_MIN_CHARS } from '../transactions/index.ts'
import { CURRENCY_CODES, LIMITS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { CALL_KINDS, FENCINGS, LOOKUPS, UNDOINGS, VOIDABLE } from '../transactions/index.ts'

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A duration such as `90s`, `15m`, `24h` or `7d`; parsed to milliseconds. */
const duration = z
  .string()
  .regex(/^[1-9][0-9]{0,4}[smhd]$/, 'use a number and a unit: 90s, 15m, 24h or 7d')
  .transform((text) => Number(text.slice(0, -1)) * UNIT_MS[text.slice(-1) as keyof typeof UNIT_MS])

/** A time of day in UTC; parsed to milliseconds since midnight. */
const timeOfDay = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'use a time of day in UTC such as "23:59"')
  .transform((text) => Number(text.slice(0, 2)) * UNIT_MS.h + Number(text.slice(3)) * UNIT_MS.m)

/** The schema of a provider's declarations for one kind of call. */
const call = z.strictObject({
  lookup: z.enum(LOOKUPS).optional().meta({
    description:
      'How the outcome is found after a lost or pending answer. `by-our-key`: the gateway queries it. `by-their-id`: it queries it once an answer has returned a reference. `by-repeat`: it repeats the request within the window. `events-only`: it waits for a report. Default: `by-our-key`.',
  }),
  fence: z.enum(FENCINGS).optional().meta({
    description:
      '`native`: on request, the provider promises never to execute a key that it has not executed. `cancel-prepared` (for `authorization` and `order`): each call is prepared, and a fence cancels the preparation. `none`: it promises nothing. Default: as in `fences`.',
  }),
  undo: z.enum(UNDOINGS).optional().meta({
    description:
      'For `authorization` and `order`: whether `POST /undos` reverses unwanted payments. `by-our-key`: even if no answer arrived. `by-their-id`: once an answer has returned a reference. `none`: people reverse them. Default: `by-our-key`, and `by-their-id` with `lookup: events-only`. An authorization with `events-only`, `fence: none` and `by-our-key` is undone as soon as its answer is lost.',
  }),
  asynchronous: z.boolean().optional().meta({
    description:
      'Whether the call may be answered with 1002; if false, that is an unknown outcome. Default: true.',
  }),
  deadlines: z
    .strictObject({
      unknown: duration.optional().meta({
        description: 'How long the outcome may be unknown before manual resolution. Default: `24h`.',
      }),
      pending: duration.optional().meta({
        description:
          'How long the provider may answer 1002 before manual resolution. Default: `7d`, and no limit for orders and payouts.',
      }),
    })
    .optional()
    .meta({ description: 'When the gateway asks for manual resolution.' }),
  idempotency: z
    .strictObject({
      window: duration.optional().meta({
        description: 'How long the provider remembers a key; no request is repeated later. Default: `180d`.',
      }),
      replays_errors: z.boolean().optional().meta({
        description: 'Whether a refused key is always refused, so that the next try needs another key.',
      }),
      max_key: z
        .int()
        .min(KEY_MIN_CHARS, `use at least ${KEY_MIN_CHARS}: shorter keys would not be unique`)
        .max(KEY_MAX_CHARS)
        .optional()
        .meta({
          description:
            'The maximum length of a key. Below 34, keys have letters of both cases and digits, and the provider must be case-sensitive. Default: 40.',
        }),
    })
    .optional()
    .meta({ description: 'How the provider treats a repeated key.' }),
})

const flag = (description: string) => z.boolean().default(true).meta({ description })

const requirement = z.strictObject({
  members: z
    .array(
      z
        .string()
        .regex(
          /^(customer\.(first_name|last_name|email|phone|address|city|postal_code|state|country)|options\.[a-z][a-z0-9_]{0,39})$/,
          'use customer.email, customer.phone or another member of customer, or a member of options',
        ),
    )
    .min(1, 'use at least one')
    .meta({ description: '`customer.email`, `customer.phone`, …, or `options.<name>`.' }),
  methods: z
    .array(z.string())
    .min(1, 'use at least one')
    .optional()
    .meta({ description: 'Only for these payment methods: `card`, `payment_upi`, …' }),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'use two capital letters such as SE'))
    .min(1, 'use at least one')
    .optional()
    .meta({ description: 'Only for payments from these countries.' }),
})

/** The smallest and the largest amount. */
export const amountLimits = z
  .strictObject({
    min: z.int().min(1).optional().meta({ description: 'The smallest amount, in minor units.' }),
    max: z.int().min(1).optional().meta({ description: 'The largest amount, in minor units.' }),
  })
  .refine(({ min = 1, max = min }) => min <= max, 'use a min that is not above the max')

/** The maximum number of decimals; ISO 4217 has at most four. */
const EXPONENT_MAX = 4

/** A number of installments. */
export const installmentCount = z.int().min(LIMITS.INSTALLMENTS_MIN).max(LIMITS.INSTALLMENTS_MAX)

/** The limits of a provider, and the form of its amounts. */
const providerAmounts = amountLimits.safeExtend({
  exponent: z.int().min(0).max(EXPONENT_MAX).optional().meta({
    description: 'The decimals of the currency in the provider’s messages. Default: those of ISO 4217.',
  }),
  multiple_of: z.int().min(1).optional().meta({
    description: 'The provider accepts only multiples of this amount, in minor units of ISO 4217.',
  }),
})

/** The capabilities of a provider, call by call. The defaults keep the behavior of earlier versions. */
export const declarationsSchema = z
  .strictObject({
    operations: z
      .strictObject({
        capture: z
          .strictObject({
            several: flag('More than one capture of an authorization.'),
            partly: flag('Less than the whole.'),
          })
          .optional()
          .meta({ description: 'How it captures.' }),
        refund: z
          .strictObject({
            several: flag('More than one refund of a payment.'),
            partly: flag('Less than the whole.'),
            of_captures: flag('Refunds of captures, not of purchases only.'),
          })
          .optional()
          .meta({ description: 'How it refunds.' }),
        void: z.array(z.enum(VOIDABLE)).min(1, 'use at least one').optional().meta({
          description:
            'What it voids: an `authorization`, the `rest` after captures, or money that was `taken` and is not settled. Default: all.',
        }),
        verify: z.boolean().default(false).meta({
          description: 'Whether it verifies cards without an amount (`VERIFY`). Default: false.',
        }),
        installments: z
          .union([
            z.boolean(),
            z.partialRecord(
              z.enum(CURRENCY_CODES as [string, ...string[]]),
              z.array(installmentCount).min(1, 'use at least one'),
            ),
          ])
          .default(false)
          .meta({
            description:
              'Whether it charges cards in installments: `true` for any number of them, or the numbers by currency, for example `{MXN: [3, 6, 9, 12]}`. Default: false.',
          }),
      })
      .prefault({})
      .meta({
        description: 'How it executes the provider’s `operations`, and whether it verifies cards.',
      }),
    calls: z
      .partialRecord(z.enum(CALL_KINDS), call)
      .default({})
      .meta({
        description: `How it handles each kind of call: ${CALL_KINDS.join(', ')}. See [declarations](#provider-declarations).`,
      }),
    deadlines: z
      .strictObject({
        capture: duration
          .optional()
          .meta({ description: 'How long an authorization can be captured. Default: `7d`.' }),
        refund: duration
          .optional()
          .meta({ description: 'How long a payment can be refunded. Default: `365d`.' }),
        void: timeOfDay.optional().meta({
          description:
            'When payments settle, in UTC; captured money can be voided until then. Default: "23:59".',
        }),
      })
      .prefault({})
      .meta({ description: 'The deadlines for operations on a payment.' }),
    requires: z.array(requirement).default([]).meta({
      description: 'Members that it requires in payments; a missing one is answered with 422.',
    }),
    amounts: z
      .partialRecord(z.enum(CURRENCY_CODES as [string, ...string[]]), providerAmounts)
      .default({})
      .meta({
        description:
          'By currency: `min` and `max`, `exponent` where the provider has other decimals than ISO 4217, `multiple_of` where it accepts only multiples. Currencies that are not listed have no limits.',
      }),
    upi_address: z.boolean().default(false).meta({
      description:
        'Whether UPI payments may name the customer’s address (`options.vpa`), which NPCI ended for ordinary merchants in February 2026. Otherwise the customer pays with the app’s link or a QR code, and an address is answered with 422.',
    }),
  })
  .prefault({})
  .meta({ description: 'Its capabilities, call by call.' })

export type DeclarationsDocument = z.output<typeof declarationsSchema>
