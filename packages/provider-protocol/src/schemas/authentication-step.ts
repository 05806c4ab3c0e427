import { COMPLETION_INDICATORS, MESSAGE_VERSIONS } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { currency, id, key, minorUnits } from './members.ts'
import { earlierCall, names, namesWhileAwaited } from './names.ts'
import { outcome } from './outcome.ts'
import { webUrl } from './web-url.ts'

/** Messages of a provider that authenticates the cardholder itself. @see docs/provider-protocol/authentication.md#authentication-by-the-provider */

/** Some banks do not set the version bits that RFC 9562 requires, or write in upper case. */
const transId = z.guid().toLowerCase()
const messageVersion = z.enum(MESSAGE_VERSIONS)

const FIELDS_MAX = 50
const FIELD_MAX_CHARS = 8_192

/** The next step of the shopper's browser. */
const step = z.discriminatedUnion('kind', [
  /** The browser opens the issuer's 3DS Method in a hidden frame. */
  z.object({
    kind: z.literal('FINGERPRINT'),
    three_ds_server_trans_id: transId,
    three_ds_method_url: webUrl,
    message_version: messageVersion,
  }),
  /** The browser posts a CReq to the ACS, which posts the CRes to the `notification_url` of the authorization. */
  z.object({
    kind: z.literal('CHALLENGE'),
    three_ds_server_trans_id: transId,
    acs_trans_id: transId,
    acs_url: webUrl,
    message_version: messageVersion,
  }),
  /** The browser opens a page, as a full page, which leads to the `return_url` of the authorization. */
  z.object({ kind: z.literal('REDIRECT'), url: webUrl }),
  /** The browser posts a form to a page that ends in the same way. */
  z.object({
    kind: z.literal('FORM'),
    url: webUrl,
    fields: z
      .record(z.string().min(1).max(FIELD_MAX_CHARS), z.string().max(FIELD_MAX_CHARS))
      .refine((fields) => Object.keys(fields).length <= FIELDS_MAX),
  }),
])

/** Requests a step of the shopper. The provider holds the payment until a continuation brings the result of the step. */
const authenticate = z.object({
  result: z.literal('AUTHENTICATE'),
  /** The key of the authorization. */
  idempotency_key: key,
  step,
  ...namesWhileAwaited,
})

/** An outcome needs no `result`: it is what providers that do not authenticate answer. */
const decided = outcome.extend({ result: z.literal('OUTCOME').optional() })

/** Answer of `POST /authorizations`. */
export const authorizationAnswer = z.discriminatedUnion('result', [decided, authenticate])

/** A provider's answer to an authorization. */
export type AuthorizationAnswerMessage = z.output<typeof authorizationAnswer>

/**
 * `POST /continuations`: the gateway passes on what the shopper's browser brought from a step. The gateway believes none of it; the
 * provider says which payment it belongs to.
 */
export const continuation = z.object({
  /** The key of this call; the same when the call is repeated. */
  idempotency_key: key,
  /** The authorization. */
  ...earlierCall.shape,
  account_id: id,
  amount: minorUnits,
  currency,
  brought: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('FINGERPRINT'), three_ds_comp_ind: z.enum(COMPLETION_INDICATORS) }),
    z.object({
      kind: z.literal('CHALLENGE'),
      /** The CRes as the browser posted it; null if the merchant's own page received it. */
      cres: z.string().nullable(),
      trans_status: z.string().nullable(),
    }),
    /** The browser arrived at the `return_url`. */
    z.object({
      kind: z.literal('RETURN'),
      /** The query string as it arrived, without the question mark. */
      query: z.string(),
      /** A form that was posted, encoded as in a query; empty for a GET. */
      body: z.string(),
    }),
  ]),
})

/** A request to continue a payment whose shopper has returned. */
export type ContinuationMessage = z.output<typeof continuation>

/** Answer of `POST /continuations`. */
export const continuationAnswer = z.discriminatedUnion('result', [
  decided,
  authenticate,
  /** Nothing was executed: the presented value is not the result of this payment's step. */
  z.object({
    result: z.literal('NOT_VALID'),
    /** The key of the authorization. */
    idempotency_key: key,
    ...names,
  }),
])

/** A provider's answer to a continuation. */
export type ContinuationAnswerMessage = z.output<typeof continuationAnswer>
