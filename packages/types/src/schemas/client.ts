import * as z from 'zod'
import {
  LANGUAGES,
  LIMITS,
  LOCALES,
  METHOD_DRAWINGS,
  METHOD_KINDS,
  PAYMENT_RESULT_TYPES,
  SESSION_KINDS,
  SESSION_STATUSES,
  WALLET_AUTH_METHODS,
  SESSION_TOKENIZATIONS,
} from '../vocabulary/index.ts'
import { boundedInteger, browserInfo, currency, customerEcho, customerInput } from './common.ts'
import { encryptionKeySet } from './encryption-keys.ts'
import { actionRequired, formSubmit, redirect } from './envelope.ts'
import { sessionRevision } from './session.ts'
import { paymentMethodData, processingCodeText, transaction } from './transaction.ts'
import {
  blikMethod,
  cardMethod,
  gwalletPayMethod,
  providerRedirectMethod,
  clientSavedCardMethod,
} from './payment-method-input.ts'

/** Alternative payments carry no data of their own: amount, addresses and the customer come from the session. */
export const alternativeMethod = z
  .strictObject({ type: z.enum(PAYMENT_RESULT_TYPES), data: z.strictObject({}) })
  .meta({
    id: 'AlternativeMethod',
    clause: 'browser-api#browser-api',
    description: 'An alternative method of a session, which has all its data.',
  })

/** The ways to pay that a browser may send. */
export const clientMethod = z
  .discriminatedUnion('type', [
    cardMethod,
    clientSavedCardMethod,
    gwalletPayMethod,
    blikMethod,
    providerRedirectMethod,
    alternativeMethod,
  ])
  .meta({
    id: 'ClientMethod',
    clause: 'browser-api#browser-api',
    description: 'The payment method with which a browser pays its session; `type` distinguishes them.',
  })

/** The data that a browser adds to its session. Amount, currency and reference come from the session alone. */
export const clientPaymentRequest = z
  .strictObject({
    payment_method: clientMethod,
    customer: customerInput.omit({ id: true }).optional(),
    browser_info: browserInfo,
    tokenization: z.strictObject({ save_card_for_future_payments: z.boolean().optional() }).optional(),
    installments: z
      .strictObject({
        count: boundedInteger(1, LIMITS.INSTALLMENTS_MAX).meta({
          description: 'The number of installments that the shopper chose; 1 pays at once.',
        }),
      })
      .optional()
      .meta({
        description: 'Only where the session offers installments; without it the shopper pays at once.',
      }),
    revision: z.int().min(1).optional().meta({
      description:
        'The revision of the session that the page shows; 1 when absent. An older one is answered with 409, and nothing is paid.',
    }),
  })
  .meta({
    id: 'ClientPaymentRequest',
    clause: 'browser-api#browser-api',
    description:
      'The data that the browser adds to its session. Amount, currency and reference come from the session.',
  })

/** The configuration of the web wallet on a page, in Google Pay's own terms. */
export const gwalletPayConfig = z
  .object({
    script_url: z.string().meta({ description: 'The address of the wallet’s script.' }),
    environment: z.enum(['TEST', 'PRODUCTION']),
    gateway: z.string().meta({ description: 'The gateway’s id at the wallet.' }),
    gateway_merchant_id: z
      .string()
      .meta({ description: 'The merchant’s id with the wallet, at our gateway.' }),
    merchant_id: z
      .string()
      .nullable()
      .meta({ description: 'The id that the wallet gave when the page was registered; null in its TEST.' }),
    merchant_name: z.string().nullable(),
    allowed_auth_methods: z.array(z.enum(WALLET_AUTH_METHODS)),
    allowed_card_networks: z.array(z.string()),
    billing_address_required: z.boolean(),
  })
  .meta({
    id: 'GwalletPayConfig',
    clause: 'tokens#wallet-tokens',
    description: 'The configuration of the web wallet on a page.',
  })

/** A way to pay that a session offers. */
export const offeredMethod = z
  .object({
    type: z.string(),
    brands: z.array(z.string()).optional(),
    config: gwalletPayConfig.optional(),
    name: z
      .string()
      .optional()
      .meta({
        description:
          'The method’s name for customers: its brand, else its name in English. Cards and browser wallets have none.',
        examples: ['Przelewy24'],
      }),
    names: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Its name by language, for languages in which that is not `name`.' }),
    kind: z
      .enum(METHOD_KINDS)
      .optional()
      .meta({ description: 'How customers pay with it: at a bank, in a wallet, in an app, with cash.' }),
    mark: z
      .string()
      .optional()
      .meta({
        description: `A drawing next to its name (${METHOD_DRAWINGS.join(', ')}), or up to four letters in its place.`,
      }),
    also_called: z
      .array(z.string())
      .optional()
      .meta({ description: 'Other names that customers may search for.' }),
  })
  .meta({
    id: 'OfferedMethod',
    clause: 'browser-api#browser-api',
    description: 'A way to pay that the session offers.',
  })

/** A choice of installments that a session offers. */
export const offeredInstallments = z
  .object({
    payment_method_types: z
      .array(z.string())
      .meta({ description: 'The ways to pay with a card that it is offered for.' }),
    brands: z.array(z.string()).meta({ description: 'The card brands that it is offered for.' }),
    min_count: z.int().meta({ description: 'The fewest installments; paying at once is always possible.' }),
    max_count: z.int().meta({ description: 'The most installments.' }),
  })
  .meta({
    id: 'OfferedInstallments',
    clause: 'browser-api',
    description: 'A choice of installments that the session offers.',
  })

/** A saved card that a session offers. */
export const offeredSavedCard = z
  .object({
    payment_method_id: z.string(),
    card_brand: z.string(),
    card_masked: z.string(),
    card_last_4: z.string(),
    card_exp_month: z.int(),
    card_exp_year: z.int(),
    removable: z.boolean().meta({ description: 'Whether the customer may remove the card here.' }),
  })
  .meta({
    id: 'OfferedSavedCard',
    clause: 'browser-api#browser-api',
    description: 'A saved card that the session offers.',
  })

/** The looks of a merchant's pages. */
export const branding = z
  .object({
    merchant_name: z.string().nullable(),
    logo_url: z.string().nullable(),
    font_family: z.string().nullable(),
    font_url: z.string().nullable(),
    colors: z.record(z.string(), z.string()),
  })
  .meta({
    id: 'Branding',
    clause: 'sessions#hosted-payment-page',
    description: 'The merchant’s look on a hosted payment page.',
  })

const LANGUAGE_CODES = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]

/** The data that the browser needs to draw the form. No card number, hash, token or merchant id is ever in it. */
export const clientSession = z
  .object({
    session: z.object({
      id: z.string(),
      kind: z.enum(SESSION_KINDS),
      status: z.enum(SESSION_STATUSES),
      revision: sessionRevision,
      processing_code: processingCodeText.nullable().meta({
        description:
          'Why the last attempt was declined, while a correction of it is waited for; null otherwise.',
      }),
      amount: z.int().meta({ description: 'Minor units.' }),
      currency,
      currency_exponent: z.int().min(0).max(4).meta({ description: 'Decimals of the currency, ISO 4217.' }),
      description: z.string().nullable(),
      country: z.string().nullable(),
      customer: customerEcho.omit({ id: true }).nullable(),
    }),
    payment_methods: z.array(offeredMethod),
    saved_cards: z.array(offeredSavedCard),
    tokenization: z.enum(SESSION_TOKENIZATIONS),
    installments: z
      .array(offeredInstallments)
      .optional()
      .meta({ description: 'Absent where everything is paid at once.' }),
    branding,
    locale: z.enum(LOCALES),
    languages: z.array(z.enum(LANGUAGE_CODES)),
    encryption_keys: encryptionKeySet,
    methods_url: z
      .string()
      .meta({ description: 'The origin of the frames for wallets and for banks’ pages; no trailing slash.' }),
    fallback_origins: z.record(z.string(), z.string()).optional().meta({
      description:
        'Origins with a name below localhost, and the address of each for browsers that do not resolve it; in the test environment only.',
    }),
    server_time: z.int().meta({ description: 'Seconds since the epoch; corrects the browser’s clock.' }),
    return_url: z.string(),
  })
  .meta({
    id: 'ClientSession',
    clause: 'browser-api#browser-api',
    description: 'Everything that the browser needs to draw the form.',
  })

/** Headers that a browser identifies itself and its session with. */
export const clientSessionHeaders = z.object({
  'x-client-key': z.string().meta({ description: 'The merchant’s public client key.' }),
})

/** Path parameters of a saved card of a session. */
export const clientPaymentMethodParams = z.object({
  session_id: z.string().min(1),
  payment_method_id: z.string().min(1),
})

/** Parameters of the authentication calls of browsers. */
export const clientAuthenticationParams = z.object({
  session_id: z.string().min(1),
  id: z.string().min(1).meta({ description: 'The 3DS server transaction id of the action token.' }),
})

/** The part of a transaction that browsers may see: no merchant id, no card hash, no token, no provider. */
export const clientTransaction = transaction
  .pick({
    id: true,
    reference: true,
    description: true,
    currency: true,
    amount: true,
    approved: true,
    pending: true,
    transaction_type: true,
    status: true,
    redirect_url: true,
    errors: true,
    processing_code: true,
    response_message: true,
  })
  .extend({
    payment_method: paymentMethodData.pick({ method: true, type: true, brand: true, masked: true }),
    correctable: z.boolean().meta({
      description:
        'Whether the shopper may correct the declined data and submit again: the session is CREATED, and its transaction open.',
    }),
  })
  .meta({
    id: 'ClientTransaction',
    clause: 'browser-api#browser-api',
    description: 'The part of a transaction that its browser may see.',
  })

/** The execution envelope as browsers get it. */
export const clientEnvelope = z
  .object({
    result: clientTransaction.nullable(),
    action: actionRequired.nullable(),
    redirect: redirect.nullable(),
    form_submit: formSubmit.nullable(),
  })
  .meta({
    id: 'ClientEnvelope',
    clause: 'browser-api#browser-api',
    description: 'Exactly one member is set, the others are null.',
  })

/** The answer to a canceled session. */
export const sessionCanceled = z
  .object({ status: z.literal('CANCELED') })
  .meta({ id: 'SessionCanceled', clause: 'browser-api#browser-api', description: 'The session is canceled.' })

/** The state of a session, as a browser receives it. */
export const clientSessionStatus = z
  .object({
    status: z.enum(SESSION_STATUSES),
    revision: sessionRevision,
    processing_code: processingCodeText.nullable().meta({
      description:
        'Null while nothing was submitted. With CREATED: why the last attempt was declined, which the shopper may correct.',
    }),
    response_message: z.string().nullable(),
    transaction_id: z
      .string()
      .nullable()
      .meta({ description: 'The latest transaction; null before the first.' }),
  })
  .meta({
    id: 'ClientSessionStatus',
    clause: 'browser-api#browser-api',
    description: 'The state of a session.',
  })
