import * as z from 'zod'
import {
  CARD_TRANSACTION_TYPES,
  isCurrency,
  LIMITS,
  LOCAL_SCHEME_TYPE,
  MONEY_TRANSACTION_TYPES,
} from '../vocabulary/index.ts'
import {
  authenticationOptions,
  browserInfo,
  cardReference,
  checkoutAmount,
  checkoutAmountRule,
  currency,
  customerInput,
  heldNumbers,
  ipAddress,
  metadata,
  terminalId,
  tokenization,
  webUrl,
  sentence,
} from './common.ts'
import {
  blikMethod,
  cardMethod,
  gwalletPayMethod,
  networkTokenMethod,
  providerRedirectMethod,
  savedCardMethod,
} from './payment-method-input.ts'
import type { AuthorizeRequest } from '../contract.ts'
import { enumProblem, isRecord, membersRule, MESSAGES, type Problem, rangeProblems, rule } from './rules.ts'

/** The ways to pay that authorize takes. */
export const authorizeMethod = z
  .discriminatedUnion('type', [
    cardMethod,
    savedCardMethod,
    networkTokenMethod,
    gwalletPayMethod,
    blikMethod,
    providerRedirectMethod,
  ])
  .meta({
    id: 'AuthorizeMethod',
    clause: 'transactions#authorize-members',
    description:
      'A card, a saved card, a token, the local scheme or a provider redirect; `type` distinguishes them.',
  })

/** Options of authorize: `three_ds`, `installments` and `partial_approval` are the gateway's own, all other members go to the provider. */
export const authorizeOptions = z
  .looseObject({
    three_ds: z
      .strictObject({
        notification_url: z
          .string()
          .optional()
          .meta({
            description: `Receives the challenge result instead of the service; https, at most ${LIMITS.NOTIFICATION_URL_MAX_CHARS} characters.`,
            examples: ['https://shop.example/three-ds/result'],
          }),
        ...authenticationOptions,
      })
      .optional(),
    installments: z
      .strictObject({
        count: z
          .int()
          .check(
            rule((count) =>
              typeof count === 'number'
                ? rangeProblems(count, LIMITS.INSTALLMENTS_MIN, LIMITS.INSTALLMENTS_MAX)
                : [],
            ),
          )
          .meta({
            description: 'In how many installments the cardholder pays the issuer back.',
            minimum: LIMITS.INSTALLMENTS_MIN,
            maximum: LIMITS.INSTALLMENTS_MAX,
            examples: [3],
          }),
      })
      .optional()
      .meta({
        description: 'Pays in installments; cards only. The terminal determines the accepted counts.',
      }),
    partial_approval: z.boolean().optional().meta({
      description:
        'Keeps the approval if the issuer approves less than `amount`. Requires the terminal feature PARTIAL_APPROVALS; cards only.',
    }),
  })
  .check(heldNumbers)
  .meta({
    id: 'AuthorizeOptions',
    clause: 'transactions#authorize-members',
    description:
      '`three_ds`, `installments` and `partial_approval` are for the gateway; all other members go to the provider.',
  })

/**
 * The rules that each kind of payment method sets for the other members. Of two variants with one method, the first is
 * the one without the members that are `absent`.
 */
const VARIANTS = [
  {
    title: 'AuthorizeMerchantInitiatedRequest',
    description:
      'A charge of a saved card while the customer is away, so without browser and CVV: the card was saved with `tokenize_for` MERCHANT_INITIATED_TRANSACTION and an authenticated payment, and the client has the role `transactions:merchant-initiated`.',
    methods: [savedCardMethod],
    required: [],
    absent: ['browser_info'],
    transactionTypes: MONEY_TRANSACTION_TYPES,
  },
  {
    title: 'AuthorizeCardRequest',
    description:
      'Payment with a card, a saved card or a token: the issuer may require 3-D Secure in this browser.',
    methods: [cardMethod, savedCardMethod, networkTokenMethod, gwalletPayMethod],
    required: ['browser_info'],
    absent: [],
    transactionTypes: CARD_TRANSACTION_TYPES,
  },
  {
    title: 'AuthorizeRedirectRequest',
    description:
      'Paid with the local scheme, or on a page of the provider: the customer comes back to `return_url`.',
    methods: [blikMethod, providerRedirectMethod],
    required: ['return_url'],
    absent: [],
    transactionTypes: ['PURCHASE'],
  },
] as const

/** The same as JSON Schema. The card comes first because readers look for it first, although validation tries the special case before it. */
const VARIANT_SCHEMAS = VARIANTS.toSorted((one, other) => one.absent.length - other.absent.length).map(
  ({ title, description, methods, required, absent, transactionTypes }) => ({
    title,
    description,
    required: [...required],
    ...(absent.length > 0 && { not: { required: [...absent] } }),
    properties: {
      transaction_type: { enum: [...transactionTypes] },
      payment_method: { oneOf: methods.map((method) => ({ $ref: `#/$defs/${method.meta()?.id}` })) },
    },
  }),
)

type Members = Readonly<Record<string, unknown>>

const requires = (member: string): Problem => ({ path: [member], message: MESSAGES.required })

function methodProblems(type: string, members: Members): Problem[] {
  const variant = VARIANTS.find(
    ({ methods, absent }) =>
      methods.some((method) => method.shape.type.safeParse(type).success) &&
      absent.every((member) => members[member] === undefined && !isCvvGiven(members)),
  )
  if (!variant) return []
  const allowed: readonly string[] = variant.transactionTypes
  const given = members.transaction_type
  return [
    ...variant.required.filter((member) => members[member] === undefined).map(requires),
    ...(typeof given === 'string' && isCardTransactionType(given) && !allowed.includes(given)
      ? [{ path: ['transaction_type'], ...enumProblem(allowed, given) }]
      : []),
    ...(type === LOCAL_SCHEME_TYPE ? localSchemeProblems(members) : []),
  ]
}

/** A shopper typed it, so there is a browser. */
function isCvvGiven({ payment_method: method }: Members): boolean {
  return isRecord(method) && isRecord(method.data) && method.data.encrypted_cvv !== undefined
}

const isCardTransactionType = (text: string) => (CARD_TRANSACTION_TYPES as readonly string[]).includes(text)

function localSchemeProblems({ currency }: Members): Problem[] {
  if (typeof currency !== 'string' || !isCurrency(currency) || currency === 'PLN') return []
  return [{ path: ['currency'], message: 'must be PLN', params: [currency] }]
}

const methodRule = membersRule((members) => {
  const method = members.payment_method
  if (!isRecord(method)) return []
  const { type, data } = method
  return [
    // This schema reports it because a schema that does not recognize the method validates only `type`.
    ...(data === undefined ? [{ path: ['payment_method', 'data'], message: MESSAGES.required }] : []),
    ...(typeof type === 'string' ? methodProblems(type, members) : []),
  ]
})

// The rule sees to what the type promises.
/** One request for every card kind, the local scheme and provider redirects; `payment_method.type` says which. */
export const authorizeRequest = z
  .strictObject({
    reference: cardReference,
    terminal_id: terminalId,
    description: sentence(0, LIMITS.DESCRIPTION_MAX_CHARS).optional(),
    currency,
    amount: checkoutAmount,
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    payment_method: authorizeMethod,
    customer: customerInput.optional(),
    browser_info: browserInfo.optional().meta({
      description: 'Required for card payments, apart from merchant-initiated charges.',
    }),
    metadata: metadata.optional(),
    return_url: webUrl.optional().meta({
      description:
        'The address to which the customer returns; required for the local scheme and provider redirects.',
    }),
    tokenization: tokenization.optional(),
    customer_ip: ipAddress.optional().meta({
      description:
        'Without it, the record contains the address of the connection, and no address is sent to issuer and provider.',
    }),
    options: authorizeOptions.optional(),
  })
  .check(checkoutAmountRule)
  .check(methodRule)
  .meta({
    id: 'AuthorizeRequest',
    clause: 'transactions#authorize-members',
    description:
      'A purchase or an authorization. `payment_method.type` determines the other required members.',
    oneOf: VARIANT_SCHEMAS,
  }) as unknown as z.ZodType<AuthorizeRequest>
