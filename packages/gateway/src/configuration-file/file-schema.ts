import {
  BRANDING_COLORS,
  CARD_BRANDS,
  CARD_METHOD_TYPES,
  CURRENCY_CODES,
  type Currency,
  GRANTABLE_ROLES,
  LANGUAGES,
  SPOKEN_WHEN_ENABLED,
  LIMITS,
  MANAGE_TYPES,
  OPERATOR_AREAS,
  TERMINAL_FEATURES,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
  USUAL_OPERATIONS,
  type Language,
} from '@sluice/types/vocabulary'
import { riskSettings } from '@sluice/types'
import { PROVIDER_CONNECTOR_TYPES } from '@sluice/connectors/declarations'
import * as z from 'zod'

import { CLIENT_KEY } from '../merchants/index.ts'
import { addEntryIssues, SECRET_NAMES } from './connector-entry-rules.ts'
import { declarationsSchema, installmentCount } from './declarations-schema.ts'
import { ALTERNATIVE_TYPES, providerMethod, terminalMethod } from './method-schema.ts'
import { acquirers, business } from './seller-schema.ts'
import { exactUrl, httpsUrl, plainText, secretPath, stableName, webOrigin } from './file-values.ts'

/** The types of providers: the provider protocol, and the connectors in the gateway's build. */
const PROVIDER_TYPES = ['http', ...PROVIDER_CONNECTOR_TYPES] as const

const THREE_DS_SERVER_TYPES = ['http', '3dsecure-io'] as const

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** The maximum of an integer in PostgreSQL. */
const REVISION_MAX = 2_147_483_647

/** A higher number would never be reached, because there are fewer providers. */
const RETRIES_MAX = 20

const [PROVIDER_TIMEOUT_MIN_MS, PROVIDER_TIMEOUT_MAX_MS] = [1_000, 120_000]

const status = z
  .enum(['ACTIVE', 'INACTIVE'])
  .default('ACTIVE')
  .meta({ description: 'INACTIVE counts as absent.' })

const account = z.strictObject({
  provider: stableName.meta({ description: 'The provider’s id.' }),
  account: plainText(100).meta({ description: 'The gateway’s account with it.' }),
})

const branding = z.strictObject({
  logo_url: exactUrl
    .nullable()
    .default(null)
    .meta({ description: 'A PNG, JPEG or WebP image; SVG is not accepted.' }),
  font_family: z
    .string()
    .regex(/^[A-Za-z0-9 -]{1,40}$/, 'use 1 to 40 letters, digits, spaces and hyphens')
    .nullable()
    .default(null)
    .meta({ description: 'The name of the font of the hosted page.' }),
  font_url: exactUrl.nullable().default(null).meta({ description: 'The font, as WOFF2.' }),
  colors: z
    .partialRecord(
      z.enum(BRANDING_COLORS),
      z.string().regex(/^#[0-9a-fA-F]{6}$/, 'use # and six hexadecimal digits'),
    )
    .default({})
    .meta({ description: `# and six hexadecimal digits each, for any of: ${BRANDING_COLORS.join(', ')}.` }),
})

const terminal = z.strictObject({
  terminal_id: z
    .string()
    .regex(/^T\d{11}$/, 'use T and 11 digits')
    .meta({ description: '`T` and 11 digits. It belongs to one merchant permanently.' }),
  status: z
    .enum(['ACTIVE', 'INACTIVE', 'NOT_ACCEPTING'])
    .default('ACTIVE')
    .meta({ description: 'INACTIVE answers 2014, NOT_ACCEPTING 2015.' }),
  features: z
    .array(z.enum(TERMINAL_FEATURES))
    .meta({ description: 'The features of the terminal; using another one ends with 2011.' }),
  brands: z
    .array(z.enum(CARD_BRANDS))
    .default([...CARD_BRANDS])
    .meta({ description: 'The accepted card brands. Default: all.' }),
  payment_methods: z.array(terminalMethod).optional().meta({
    description:
      'The accepted payment methods, each a type, or an object that overrides its provider’s entry here. Default: cards and everything in alternative_accounts.',
  }),
  routing: z
    .array(account)
    .default([])
    .meta({ description: 'The card providers in order of preference, each with the gateway’s account.' }),
  alternative_accounts: z
    .partialRecord(z.enum(ALTERNATIVE_TYPES), account)
    .default({})
    .meta({ description: 'The provider and account of each payment method that is confirmed elsewhere.' }),
  max_retries: z
    .int()
    .min(0)
    .max(RETRIES_MAX)
    .optional()
    .meta({ description: 'The number of further providers after a decline. Default: SLUICE_MAX_RETRIES.' }),
  three_ds: z
    .strictObject({
      on_unavailable: z.enum(['DECLINE', 'PROCEED']).default('DECLINE').meta({
        description:
          'The action if the cardholder cannot be authenticated for technical reasons and the bank has not demanded a challenge. After a demanded challenge the payment is always declined.',
      }),
      server: stableName.optional().meta({
        description:
          'The id of the 3-D Secure server. Default: that of the account, else the first of `three_ds_servers`.',
      }),
    })
    .default({ on_unavailable: 'DECLINE' })
    .meta({ description: '3-D Secure.' }),
  installments: z
    .array(
      z
        .strictObject({
          currency: z.enum(CURRENCY_CODES as [Currency, ...Currency[]]).meta({ description: 'ISO 4217.' }),
          payment_method_types: z
            .array(z.enum(CARD_METHOD_TYPES))
            .min(1, 'use at least one')
            .default([...CARD_METHOD_TYPES])
            .meta({ description: 'The card methods. Default: all.' }),
          brands: z
            .array(z.enum(CARD_BRANDS))
            .min(1, 'use at least one')
            .default([...CARD_BRANDS])
            .meta({
              description: 'The card brands with installments. Default: all that the terminal accepts.',
            }),
          min_count: installmentCount
            .default(LIMITS.INSTALLMENTS_MIN)
            .meta({ description: 'The fewest installments.' }),
          max_count: installmentCount.meta({ description: 'The most installments.' }),
          min_amount: z.int().min(1).default(1).meta({ description: 'The smallest amount, in minor units.' }),
        })
        .refine(({ min_count: min, max_count: max }) => min <= max, {
          error: 'use a min_count that is not above the max_count',
          path: ['min_count'],
        }),
    )
    .max(50)
    .default([])
    .meta({
      description:
        'The installment plans; without an entry there are none (2016). Only providers that declare installments are used.',
    }),
  origins: z.array(webOrigin).max(50).default([]).meta({
    description:
      'The allowed origins of return, error, cancel and notification URLs. Default: any, with a warning in production.',
  }),
  origin: webOrigin.nullable().default(null).meta({ description: 'One more of `origins`.' }),
  business: business.optional().meta({
    description: 'The business data for card schemes that differ from the merchant’s.',
  }),
  risk: riskSettings.optional().meta({
    description: 'The limits and block lists for payments at this terminal, in addition to the merchant’s.',
  }),
})

const client = z.strictObject({
  client_id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'use 1 to 100 letters, digits, dots, hyphens and underscores')
    .meta({
      description: 'Its client id at the token endpoint. It belongs to one merchant permanently.',
    }),
  status,
  roles: z
    .array(z.enum(GRANTABLE_ROLES))
    .min(1, 'use at least one role')
    .default(['merchant'])
    .meta({ description: '`merchant` is everything but payouts and charges without the customer.' }),
  secret_files: z
    .array(secretPath)
    .max(2, 'use two at most: the old one and the new one')
    .default([])
    .meta({ description: 'The files with its secret; two during a rotation.' }),
  secret_hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, 'use the SHA-256 as 64 hexadecimal digits'))
    .max(2, 'use two at most: the old one and the new one')
    .default([])
    .meta({
      description: 'The SHA-256 of its secrets, as `export` writes them; with files or instead of them.',
    }),
  public_key_files: z
    .array(secretPath)
    .max(2, 'use two at most: the old one and the new one')
    .default([])
    .meta({
      description:
        'The files with public keys in PEM (P-256, RSA of 2048 bits or more, Ed25519) for its signed assertions, which it sends instead of a secret (private_key_jwt).',
    }),
})

const clientKey = z.strictObject({
  client_key: z
    .string()
    .regex(CLIENT_KEY, 'use ck_live_ (or ck_test_) and 32 hexadecimal digits')
    .meta({ description: '`ck_live_` (`ck_test_` in the test environment) and 32 hexadecimal digits.' }),
  status,
  origins: z
    .array(z.union([z.literal('*'), webOrigin], 'use an origin such as https://shop.example.com'))
    .meta({ description: 'Origins of the pages that may use it. `*` is any, in the test environment only.' }),
})

const webhook = z.strictObject({
  id: stableName.meta({ description: 'Its name among the merchant’s subscriptions.' }),
  url: exactUrl.meta({ description: 'Where events are sent.' }),
  filters: z
    .array(z.enum([...WEBHOOK_FILTERS, ...WEBHOOK_EVENTS]))
    .min(1, 'use at least one')
    .default(['*'])
    .meta({ description: 'Event names, `*`, or an outcome such as `transaction:approved`.' }),
  status: z.enum(['ACTIVE', 'DISABLED']).optional().meta({
    description:
      'Default: a new subscription is ACTIVE, and one that was disabled because its receiver failed stays DISABLED.',
  }),
  secret_file: secretPath.optional().meta({
    description: 'A file with `whsec_` and Base64. Default: a new secret in the data directory.',
  }),
  signing_key_file: secretPath.optional().meta({
    description:
      'A file with `whsk_` and Base64 of seed and public key, 64 bytes; messages then have an additional Ed25519 signature.',
  }),
})

/** The host name of a webhook receiver. */
const webhookHost = z
  .string()
  .max(253)
  .regex(/^(?:\*\.)?(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}$/)

const merchant = z.strictObject({
  id: z
    .union([z.uuid(), stableName], 'use a UUID, or a name of lower-case letters, digits and hyphens')
    .meta({ description: 'A UUID, or a name that never changes, from which the UUID is derived.' }),
  name: plainText(LIMITS.NAME_MAX_CHARS).meta({ description: 'The name that customers see.' }),
  managed_by: z.enum(['file', 'portal']).optional().meta({
    description:
      'Who manages the merchant’s settings. `portal` hands the merchant over: from then on its settings are changed at the portal, and the file changes nothing. `file` takes it back. Default: the file, and a merchant that the portal manages is rejected.',
  }),
  status: status.meta({
    description:
      'Payments, sessions, captures, refunds and voids of an INACTIVE merchant are refused with 2017, and its users cannot sign in. Its programs can still read existing data.',
  }),
  language: z
    .enum(LANGUAGE_CODES)
    .default('en')
    .meta({ description: 'The default language of the hosted page.' }),
  languages: z.array(z.enum(SPOKEN_WHEN_ENABLED)).default([]).meta({
    description:
      'Additional languages besides en, bs, ro and sv, on the hosted page, in embedded fields and between shop and bank.',
  }),
  branding: branding.prefault({}).meta({ description: 'How the hosted page looks.' }),
  shoppers_remove_cards: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether customers may remove their saved cards on the payment form.' }),
  webhook_hosts: z.array(webhookHost).max(50).default([]).meta({
    description:
      'The hosts to which the merchant’s programs (role `webhooks:write`) may send events: exact names, or `*.example.com` for all its subdomains. If empty, programs cannot subscribe in production.',
  }),
  business: business.optional().meta({
    description:
      'The business data for card schemes in 3-D Secure; a missing member is taken from the account.',
  }),
  risk: riskSettings.optional().meta({
    description:
      'The limits and block lists for payments at all terminals. Default: production declines a card after 5 guesses in a day and an address after 20 declined cards in an hour, and the test environment declines nothing; an empty object declines nothing.',
  }),
  terminals: z
    .array(terminal)
    .default([])
    .meta({ description: 'The terminals, at which payments are made.' }),
  clients: z.array(client).default([]).meta({ description: 'The programs that may call the API.' }),
  client_keys: z
    .array(clientKey)
    .default([])
    .meta({ description: 'The public keys of the merchant’s pages.' }),
  webhooks: z.array(webhook).default([]).meta({ description: 'The receivers of events.' }),
})

const providerAccount = z.union(
  [
    plainText(100),
    z.strictObject({
      id: plainText(100).meta({ description: 'The provider’s id of the account.' }),
      authentication: z.enum(['EXTERNAL', 'PROVIDER']).default('EXTERNAL').meta({
        description:
          'Who authenticates cardholders: `EXTERNAL` a 3-D Secure server, `PROVIDER` the provider itself.',
      }),
      acquirers,
      three_ds_server: stableName.optional().meta({
        description: 'The id of the 3-D Secure server for payments at this account.',
      }),
      business: business.optional().meta({
        description: 'The business data for card schemes of merchants without their own.',
      }),
    }),
  ],
  'use an id, or an object with `id`',
)

const provider = z
  .strictObject({
    id: stableName.meta({ description: 'Its id in `routing` and in the callback address.' }),
    type: z.enum(PROVIDER_TYPES).default('http').meta({
      description:
        'How it is called: `http` is the provider protocol; `adyen` and `stripe` are connectors to the provider’s own interface.',
    }),
    url: httpsUrl.optional().meta({
      description: 'Where its interface is. Connectors know it: only tests name another one.',
    }),
    secret_file: secretPath.optional().meta({
      description: 'With `http`: a file with the secret that authenticates the gateway.',
    }),
    secret_files: z
      .partialRecord(
        z.enum(SECRET_NAMES as [string, ...string[]]),
        z.union([
          secretPath,
          z
            .array(secretPath)
            .min(1, 'use at least one')
            .max(2, 'use two at most: the old one and the new one'),
        ]),
      )
      .default({})
      .meta({
        description:
          'With a connector: files with the secrets that it names (`sluice-gateway connector list`), each a path, or two paths while a secret is rotated.',
      }),
    accounts: z.array(providerAccount).default([]).meta({
      description:
        'The gateway’s accounts with it: an id, or an object for accounts with 3-D Secure. In production, `routing` may name only these.',
    }),
    callback_secret_files: z
      .array(secretPath)
      .max(2, 'use two at most: the old one and the new one')
      .default([])
      .meta({ description: 'The files with `whsec_` and Base64 that sign its callbacks.' }),
    methods: z.array(providerMethod).min(1, 'use at least one').default(['card']).meta({
      description:
        'The methods that it supports, each a type, or an object with differences from the catalogue; `card` stands for all card methods.',
    }),
    operations: z
      .array(z.enum(MANAGE_TYPES))
      .default([...USUAL_OPERATIONS])
      .meta({
        description:
          'The operations that it supports after an approval: `CAPTURE`, `REFUND`, `VOID`, and if listed `INCREMENT` and `EXTEND`.',
      }),
    fences: z.boolean().default(false).meta({
      description: 'Whether, on request, it promises never to execute a key that it has not executed.',
    }),
    declarations: declarationsSchema,
    reports: z.enum(['HINT', 'AUTHORITATIVE']).default('HINT').meta({
      description:
        'The meaning of its report on an order: HINT causes a status query, AUTHORITATIVE settles the order.',
    }),
    timeout_ms: z
      .int()
      .min(PROVIDER_TIMEOUT_MIN_MS)
      .max(PROVIDER_TIMEOUT_MAX_MS)
      .optional()
      .meta({ description: 'The time limit for an answer. Default: SLUICE_PROVIDER_TIMEOUT_MS.' }),
  })
  .superRefine(addEntryIssues)

const threeDsServer = z.strictObject({
  id: stableName.meta({ description: 'Its id in `three_ds_server` of an account or terminal.' }),
  type: z.enum(THREE_DS_SERVER_TYPES).default('http').meta({
    description: 'How it is called: `http` is the provider protocol, `3dsecure-io` the API of 3dsecure.io.',
  }),
  url: httpsUrl.meta({ description: 'Where its interface is.' }),
  secret_file: secretPath.optional().meta({
    description: 'A file with the secret that authenticates the gateway; required for the type `http`.',
  }),
  secret_files: z
    .strictObject({
      api_key: z
        .union([secretPath, z.array(secretPath).min(1, 'use at least one').max(2, 'use two at most')])
        .meta({
          description:
            'A file with the API key, required for the type `3dsecure-io`; two during a rotation, the newer first.',
        }),
    })
    .optional()
    .meta({ description: 'What the server issued to you, by its name there.' }),
  hosted_challenge_origins: z.array(webOrigin).max(10, 'use at most 10').default([]).meta({
    description:
      'The origins of the pages on which the server shows challenges itself. A page at another origin is not opened.',
  }),
  three_ri: z.boolean().default(false).meta({
    description: 'Whether the server authenticates merchant-initiated charges (3RI).',
  }),
})

const gwalletPay = z.strictObject({
  gateway_id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, 'use 1 to 100 letters, digits, dots, hyphens and underscores')
    .meta({ description: 'The gateway’s id at the wallet.' }),
  private_key_files: z
    .array(secretPath)
    .min(1, 'use at least one')
    .max(2, 'use two at most: the old one and the new one')
    .meta({
      description:
        'The files with P-256 keys in PEM for which the wallet seals tokens; two during a rotation.',
    }),
  recipient_id: plainText(200).optional().meta({
    description: 'The recipient for which the wallet signs tokens. Default: `gateway:` and the gateway_id.',
  }),
  merchant_id: plainText(100).nullable().default(null).meta({
    description:
      'The id that the wallet assigned when the pages were registered; its production environment requires it.',
  }),
  billing_address_required: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether shoppers have to share the wallet’s billing address.' }),
  roots_url: httpsUrl
    .optional()
    .meta({ description: 'Where the wallet’s root keys are; without it where the wallet publishes them.' }),
  script_url: httpsUrl
    .optional()
    .meta({ description: 'Where the wallet’s script is; without it where the wallet publishes it.' }),
  accepts_ecv1: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether tokens of the retired version without intermediate keys are accepted.' }),
})

const identity = z.strictObject({
  trusted_issuer: z
    .strictObject({
      issuer: exactUrl.meta({ description: 'As its tokens name it.' }),
      jwks_url: exactUrl
        .nullable()
        .default(null)
        .meta({ description: 'Where its public keys are; without it its discovery document says so.' }),
      audience: plainText(LIMITS.NAME_MAX_CHARS)
        .nullable()
        .default(null)
        .meta({ description: 'The audience that its tokens must name.' }),
      clients: z
        .array(plainText(LIMITS.NAME_MAX_CHARS))
        .min(1, 'use at least one client id')
        .nullable()
        .default(null)
        .meta({ description: 'The only clients that may call (`azp`); tokens then need no audience.' }),
    })
    .refine(({ audience, clients }) => audience !== null || clients !== null, 'use an audience or clients')
    .nullable()
    .default(null)
    .meta({ description: 'An identity provider that is trusted in addition to the gateway’s own.' }),
})

/** Far more than one process can serve. */
const CLIENT_RATE_MAX = 10_000

const clientRate = z.strictObject({
  client_id: plainText(LIMITS.NAME_MAX_CHARS).meta({
    description:
      'The client id that it authenticates with, or the `azp` in the trusted identity provider’s tokens.',
  }),
  per_second: z
    .int()
    .min(1)
    .max(CLIENT_RATE_MAX)
    .meta({ description: 'Sustained rate, in requests per second.' }),
  burst: z
    .int()
    .min(1)
    .max(10 * CLIENT_RATE_MAX)
    .optional()
    .meta({
      description:
        'The number of requests that it may make at once after a pause. Default: twice `per_second`.',
    }),
})

const operatorProgram = z.strictObject({
  id: stableName.meta({ description: 'Its name in the audit trail.' }),
  areas: z.array(z.enum(OPERATOR_AREAS)).min(1, 'use at least one').meta({
    description:
      'The areas that its token opens: `decisions` (payments whose outcome is unknown), `providers` (accounts and events of providers), `simulators` (the tools of the test environment).',
  }),
  token_files: z
    .array(secretPath)
    .min(1, 'use at least one')
    .max(2, 'use two at most: the old one and the new one')
    .meta({ description: 'The files with its token; two during a rotation.' }),
})

/** The schema of the configuration file. A test checks that every member is documented. */
export const fileSchema = z
  .strictObject({
    revision: z.int().min(1).max(REVISION_MAX).nullable().default(null).meta({
      description:
        'Increase it with each version of the file. A start with a smaller revision than the last applied one changes nothing.',
    }),
    merchants: z
      .array(merchant)
      .default([])
      .meta({ description: 'The merchants to configure; all others stay unchanged.' }),
    providers: z.array(provider).default([]).meta({ description: 'Payment providers (production).' }),
    three_ds_servers: z.array(threeDsServer).default([]).meta({
      description:
        'The 3-D Secure servers (production). The first is used if neither terminal nor account names one.',
    }),
    gwallet_pay: gwalletPay.nullable().default(null).meta({
      description: 'The web wallet; without it, payments by `gwallet-pay` end with 2004 (production).',
    }),
    client_rates: z.array(clientRate).default([]).meta({
      description:
        'API clients with their own rate limit, whoever manages their merchants. All others have the documented one.',
    }),
    operator_programs: z.array(operatorProgram).default([]).meta({
      description:
        'Programs of the operator, each with a token for some areas of the operator’s endpoints. SLUICE_OPERATOR_TOKEN opens all.',
    }),
    identity: identity.prefault({}).meta({ description: 'Where access tokens may come from.' }),
  })
  .meta({ title: 'Configuration file of sluice-gateway' })

export type FileDocument = z.output<typeof fileSchema>
