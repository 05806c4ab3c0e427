import {
  CARD_METHOD_TYPES,
  CURRENCY_CODES,
  isCountry,
  type Language,
  LANGUAGES,
  LOCAL_SCHEME_TYPE,
  METHOD_DRAWINGS,
  METHOD_KINDS,
  PAYMENT_RESULT_TYPES,
  PAYOUT_RESULT_TYPE,
  PROVIDER_REDIRECT_TYPES,
} from '@sluice/types/vocabulary'
import * as z from 'zod'

import { amountLimits } from './declarations-schema.ts'
import { plainText } from './file-values.ts'

/** The methods that a provider confirms elsewhere, each of which needs an account. */
export const ALTERNATIVE_TYPES = [
  LOCAL_SCHEME_TYPE,
  ...PROVIDER_REDIRECT_TYPES,
  ...PAYMENT_RESULT_TYPES,
  PAYOUT_RESULT_TYPE,
] as const

/** The maximum length of a name that fits on one line of a phone. */
const NAME_MAX_CHARS = 40

/**
 * The maximum number of other names, because each page contains the list of methods; a few words are enough for a
 * search.
 */
const OTHER_NAMES_MAX = 8

const ORDER_MAX = 1_000

const DRAWINGS: ReadonlySet<string> = new Set(METHOD_DRAWINGS)

const MARKS = `use ${METHOD_DRAWINGS.join(', ')}, or one to four letters`

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

const name = z.union(
  [
    plainText(NAME_MAX_CHARS),
    z
      .partialRecord(z.enum(LANGUAGE_CODES), plainText(NAME_MAX_CHARS))
      .refine(({ en }) => en !== undefined, 'add the name in English (en)'),
  ],
  'use a name, or a name by language',
)

const currency = z.enum(CURRENCY_CODES as [string, ...string[]])

const amounts = z.partialRecord(currency, amountLimits).optional()

/** The members of a method. An omitted member has its value from the catalogue. */
const settings = {
  name: name.optional().meta({
    description:
      'Its name for shoppers, the portal and the commands: a text, or a text by language (`en`, `sv`, …) with English. Default: its common name.',
  }),
  mark: z
    .string()
    .refine((mark) => DRAWINGS.has(mark) || /^[A-Za-z0-9]{1,4}$/.test(mark), MARKS)
    .optional()
    .meta({
      description: `Icon next to the name: ${METHOD_DRAWINGS.join(', ')}, or one to four letters in place of a drawing.`,
    }),
  kind: z.enum(METHOD_KINDS).optional().meta({
    description: 'Its kind: `bank`, `wallet`, `app` or `cash`.',
  }),
  also_called: z
    .array(plainText(NAME_MAX_CHARS))
    .max(OTHER_NAMES_MAX, `use at most ${OTHER_NAMES_MAX}`)
    .optional()
    .meta({ description: 'Other names under which the search finds it.' }),
  countries: z
    .array(z.string().refine(isCountry, 'use ISO 3166-1 codes of two capital letters such as SE'))
    .optional()
    .meta({ description: 'The only countries in which it is offered; an empty list is every country.' }),
  currencies: z.array(currency).optional().meta({
    description: 'The only currencies in which it is accepted; an empty list is every currency.',
  }),
  order: z.int().min(0).max(ORDER_MAX).optional().meta({
    description:
      'Its place in the list: small numbers come first, methods without a number last. Methods of the shopper’s country come before all others, then those of the currency.',
  }),
  visible: z.boolean().optional().meta({
    description: 'Whether lists show it; if false, only requests may name it. Default: true.',
  }),
  refundable: z.boolean().optional().meta({
    description: 'Whether its payments can be refunded. Default: as in the provider’s operations.',
  }),
  amounts: amounts.meta({
    description:
      '`min` and `max` of this method by currency, in minor units; the limits in `declarations.amounts` apply too.',
  }),
}

const HOW = 'use a type, or an object with `type`'

const WHICH = { description: 'The type of the method.' }

/** A method of a terminal: its type, or an object with its differences. */
export const terminalMethod = z.union(
  [
    z.enum([...CARD_METHOD_TYPES, ...ALTERNATIVE_TYPES]),
    z.strictObject({ type: z.enum(ALTERNATIVE_TYPES).meta(WHICH), ...settings }),
  ],
  HOW,
)

const PROVIDER_METHODS = ['card', ...ALTERNATIVE_TYPES] as const

/** A method of a provider: `card` for all card methods, a type, or an object with settings. */
export const providerMethod = z.union(
  [
    z.enum(PROVIDER_METHODS),
    z
      .strictObject({ type: z.enum(PROVIDER_METHODS).meta(WHICH), ...settings })
      .refine(
        ({ type, amounts: _, ...others }) => type !== 'card' || Object.keys(others).length === 0,
        'cards accept only amounts: pages show cards by brand',
      ),
  ],
  HOW,
)

export type MethodEntry = z.output<typeof terminalMethod> | z.output<typeof providerMethod>

/** Returns the type of an entry in either form. */
export function typeOf(entry: MethodEntry): string {
  return typeof entry === 'string' ? entry : entry.type
}
