import * as z from 'zod'
import {
  CARD_METHOD_TYPES,
  CARD_TRANSACTION_TYPES,
  isCurrency,
  LIMITS,
  LOCAL_SCHEME_TYPE,
  PROVIDER_REDIRECT_PREFIX,
} from '../vocabulary/index.ts'
import {
  amount,
  boundedText,
  browserInfo,
  cardReference,
  currency,
  customerInput,
  ipAddress,
  metadata,
  terminalId,
  tokenization,
  webUrl,
} from './common.ts'
import {
  blikMethod,
  cardMethod,
  gwalletPayMethod,
  networkTokenMethod,
  providerRedirectMethod,
  savedCardMethod,
} from './payment-method-input.ts'
import { enumProblem, isRecord, membersRule, MESSAGES, type Problem } from './rules.ts'

export const authorizeMethod = z
  .discriminatedUnion('type', [
    cardMethod,
    savedCardMethod,
    networkTokenMethod,
    gwalletPayMethod,
    blikMethod,
    providerRedirectMethod,
  ])
  .meta({ id: 'AuthorizeMethod' })

export type AuthorizeMethod = z.output<typeof authorizeMethod>

export const authorizeOptions = z
  .looseObject({
    three_ds: z
      .looseObject({
        notification_url: z
          .string()
          .optional()
          .meta({
            description: `Receives the challenge result instead of the service; https, at most ${LIMITS.NOTIFICATION_URL_MAX_CHARS} characters.`,
            examples: ['https://shop.example/three-ds/result'],
          }),
      })
      .optional(),
  })
  .meta({ id: 'AuthorizeOptions' })

type Members = Readonly<Record<string, unknown>>

const requires = (member: string): Problem => ({ path: [member], message: MESSAGES.required })

/** What the kind of payment method demands of the other members. */
function methodProblems(type: string, members: Members): Problem[] {
  if ((CARD_METHOD_TYPES as readonly string[]).includes(type)) {
    return members.browser_info === undefined ? [requires('browser_info')] : []
  }
  if (type === LOCAL_SCHEME_TYPE) return [...localSchemeProblems(members), ...redirectProblems(members)]
  return type.startsWith(PROVIDER_REDIRECT_PREFIX) ? redirectProblems(members) : []
}

function localSchemeProblems({ currency }: Members): Problem[] {
  if (typeof currency !== 'string' || !isCurrency(currency) || currency === 'PLN') return []
  return [{ path: ['currency'], message: 'must be PLN', params: [currency] }]
}

function redirectProblems(members: Members): Problem[] {
  const problems: Problem[] = []
  if (members.transaction_type === 'AUTHORIZE') {
    problems.push({ path: ['transaction_type'], ...enumProblem(['PURCHASE'], 'AUTHORIZE') })
  }
  if (members.return_url === undefined) problems.push(requires('return_url'))
  return problems
}

const methodRule = membersRule((members) => {
  const method = members.payment_method
  if (!isRecord(method)) return []
  const { type, data } = method
  return [
    // Said here because a schema that cannot tell the method looks no further than `type`.
    ...(data === undefined ? [{ path: ['payment_method', 'data'], message: MESSAGES.required }] : []),
    ...(typeof type === 'string' ? methodProblems(type, members) : []),
  ]
})

/** One request for every card kind, the local scheme and provider redirects; `payment_method.type` says which. */
export const authorizeRequest = z
  .strictObject({
    reference: cardReference,
    terminal_id: terminalId,
    description: boundedText(0, LIMITS.DESCRIPTION_MAX_CHARS).optional(),
    currency,
    amount,
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    payment_method: authorizeMethod,
    customer: customerInput.optional(),
    browser_info: browserInfo.optional().meta({ description: 'Required for card payments.' }),
    metadata: metadata.optional(),
    return_url: webUrl.optional().meta({
      description:
        'Where the customer goes afterwards; required for the local scheme and provider redirects.',
    }),
    tokenization: tokenization.optional(),
    customer_ip: ipAddress.optional().meta({ description: 'Without it: the address of the connection.' }),
    options: authorizeOptions.optional(),
  })
  .check(methodRule)
  .meta({ id: 'AuthorizeRequest' })

export type AuthorizeRequest = z.output<typeof authorizeRequest>
