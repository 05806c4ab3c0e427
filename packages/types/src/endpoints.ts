import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { authorizeRequest } from './schemas/authorize.ts'
import {
  clientAuthenticationParams,
  clientPaymentRequest,
  clientEnvelope,
  clientSession,
  clientSessionHeaders,
  clientSessionStatus,
  sessionCanceled,
} from './schemas/client.ts'
import { customer, customerList, customerParams, customerQuery, customerRequest } from './schemas/customer.ts'
import { encryptionKeySet } from './schemas/encryption-keys.ts'
import { envelope } from './schemas/envelope.ts'
import {
  badRequest,
  conflict,
  forbidden,
  internalServerError,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unsupportedMediaType,
} from './schemas/errors.ts'
import { hostedPaymentPage, hostedPaymentPageRequest } from './schemas/hosted-payment-page.ts'
import {
  discovery,
  oauthError,
  revocationRequest,
  signingKeySet,
  tokenRequest,
  tokenResponse,
} from './schemas/identity.ts'
import { idempotencyKey } from './schemas/idempotency-key.ts'
import { manageRequest } from './schemas/manage.ts'
import { paymentMethodParams, savedPaymentMethod, savedPaymentMethodList } from './schemas/payment-method.ts'
import { paymentRequest } from './schemas/payment.ts'
import { payoutRequest } from './schemas/payout.ts'
import {
  providerCallback,
  providerCallbackAccepted,
  providerCallbackParams,
} from './schemas/provider-callback.ts'
import { embeddedSession, sessionParams, sessionRequest, sessionState } from './schemas/session.ts'
import {
  awalletToken,
  awalletTokenRequest,
  clockAdvance,
  clockReading,
  gwalletKeys,
  gwalletToken,
  gwalletTokenRequest,
  sandbox,
  sandboxClient,
  sandboxClientRequest,
  sandboxCredentials,
  sandboxHeaders,
  sandboxParams,
  sandboxRequest,
} from './schemas/simulator.ts'
import { statusFound, statusNotFound, statusParams } from './schemas/status.ts'
import {
  completeAuthenticationRequest,
  requestAuthenticationParams,
  requestAuthenticationRequest,
} from './schemas/three-ds.ts'
import { transaction } from './schemas/transaction.ts'
import { LIMITS } from './vocabulary/index.ts'

const idempotencyHeaders = z.object({
  'idempotency-key': idempotencyKey.optional().meta({
    description: `Names the request, so that it happens once: sent again with the same body within ${LIMITS.IDEMPOTENCY_KEY_LIFETIME_DAYS} days it gets the answer of the first, 409 while that is still being made. With another body it is a 422. Only successes are remembered.`,
  }),
})

const clientPostHeaders = clientSessionHeaders.extend(idempotencyHeaders.shape)

// What can go wrong before an endpoint's own code runs, by what the endpoint asks of its caller. The maps are typed
// loosely: callers are typed by successes, and the exact types would be written out in every row's declaration.
type Failures<Status extends number> = Readonly<Record<Status, z.ZodType | null>>

const PUBLIC: Failures<403 | 405 | 500 | 503> = {
  403: null,
  405: methodNotAllowed,
  500: internalServerError,
  503: serviceUnavailable,
}
const LIMITED: Failures<403 | 405 | 429 | 500 | 503> = { ...PUBLIC, 429: tooManyRequests }
const JSON_BODY: Failures<413 | 415 | 422> = {
  413: payloadTooLarge,
  415: unsupportedMediaType,
  422: unprocessable,
}
// A request that another one of the same Idempotency-Key, or the state of a session, stands in the way of.
const ONCE: Failures<409> = { 409: conflict }
const BEARER: Failures<400 | 401 | 403 | 405 | 429 | 500 | 503> = {
  ...LIMITED,
  400: badRequest,
  401: unauthorized,
  403: forbidden,
}
const BEARER_POST = { ...BEARER, ...JSON_BODY, ...ONCE }
// The browser's key opens a session or nothing: a wrong key and an unknown session are the same 404.
const CLIENT: Failures<400 | 403 | 404 | 405 | 429 | 500 | 503> = {
  ...LIMITED,
  400: badRequest,
  404: notFound,
}
const CLIENT_POST = { ...CLIENT, ...JSON_BODY, ...ONCE }
const SIGNED: Failures<400 | 401 | 403 | 404 | 405 | 429 | 500 | 503> = { ...CLIENT, 401: unauthorized }
const SIGNED_POST = { ...SIGNED, ...JSON_BODY }
// The operator of a test environment is trusted not to flood it.
const OPERATOR: Failures<400 | 401 | 403 | 404 | 405 | 500 | 503> = {
  ...PUBLIC,
  400: badRequest,
  401: unauthorized,
  404: notFound,
}
const OPERATOR_POST = { ...OPERATOR, ...JSON_BODY }
const OAUTH: Failures<400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503> = {
  ...PUBLIC,
  400: oauthError,
  401: oauthError,
  413: payloadTooLarge,
  415: unsupportedMediaType,
  429: oauthError,
}

/** Every operation of the service: routes, clients, fakes and documents read this table and nothing else. */
export const ENDPOINTS = {
  createSession: {
    method: 'POST',
    path: '/api/sessions',
    server: 'api',
    auth: 'bearer',
    role: 'sessions',
    built: true,
    origin: 'specification',
    tag: 'Sessions',
    summary: 'Create an embedded-fields session',
    description:
      'The `id` of the answer starts the browser library. The session holds its reference from now on and lives for an hour.',
    headers: idempotencyHeaders,
    body: sessionRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: embeddedSession, ...BEARER_POST },
  },
  getSession: {
    method: 'GET',
    path: '/api/sessions/{session_id}',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:read',
    built: true,
    origin: 'extension',
    tag: 'Sessions',
    summary: 'Read a session',
    description: 'The session with its status and its latest transaction.',
    params: sessionParams,
    success: 200,
    responses: { 200: sessionState, ...BEARER, 404: notFound },
  },
  createHostedPaymentPage: {
    method: 'POST',
    path: '/api/hosted-payment-page',
    server: 'api',
    auth: 'bearer',
    role: 'sessions',
    built: false,
    origin: 'specification',
    tag: 'Sessions',
    summary: 'Create a hosted payment page session',
    description:
      'The customer is sent to `redirect_url` and comes back to `return_url`, whatever the outcome.',
    headers: idempotencyHeaders,
    body: hostedPaymentPageRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: hostedPaymentPage, ...BEARER_POST },
  },
  authorize: {
    method: 'POST',
    path: '/api/transactions/authorize',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:authorize',
    built: true,
    origin: 'specification',
    tag: 'Transactions',
    summary: 'Authorize or purchase',
    description:
      'Cards go through 3-D Secure: the answer is a result, or the next step the customer’s browser has to take. A decline is a result, not an error; a method the terminal does not serve is a result too, INVALID with code 2004.',
    headers: idempotencyHeaders,
    body: authorizeRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: envelope, ...BEARER_POST },
  },
  requestAuthentication: {
    method: 'POST',
    path: '/api/transactions/three-ds/{threeDsServerTransId}/request-authentication',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:authorize',
    built: true,
    origin: 'specification',
    tag: '3-D Secure',
    summary: 'Continue after the device fingerprint',
    description:
      'Called when the fingerprint is there or five seconds have passed. Repeating it returns the stored answer.',
    params: requestAuthenticationParams,
    headers: idempotencyHeaders,
    body: requestAuthenticationRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: envelope, ...BEARER_POST },
  },
  completeAuthentication: {
    method: 'POST',
    path: '/api/transactions/three-ds/authentication-completed',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:authorize',
    built: true,
    origin: 'specification',
    tag: '3-D Secure',
    summary: 'Continue after the challenge',
    description:
      'The issuer’s own report decides, `trans_status` is a hint. The answer may hold a further step; on a final transaction it is the result again.',
    headers: idempotencyHeaders,
    body: completeAuthenticationRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: envelope, ...BEARER_POST },
  },
  getStatus: {
    method: 'GET',
    path: '/api/transactions/{id}/status',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:read',
    built: true,
    origin: 'specification',
    tag: 'Transactions',
    summary: 'Read a transaction',
    description:
      'The authoritative outcome after the customer came back. Compare reference, amount and currency with the order.',
    params: statusParams,
    success: 200,
    responses: { 200: statusFound, ...BEARER, 404: statusNotFound },
  },
  createPayment: {
    method: 'POST',
    path: '/api/transactions/payment',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:payment',
    built: true,
    origin: 'specification',
    tag: 'Transactions',
    summary: 'Collect with an alternative payment method',
    description:
      'Open banking, UPI, wallets, bank transfer, QR code. The same reference with the same amount and currency returns the existing transaction.',
    headers: idempotencyHeaders,
    body: paymentRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: envelope, ...BEARER_POST },
  },
  createPayout: {
    method: 'POST',
    path: '/api/transactions/payout',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:payout',
    built: true,
    origin: 'specification',
    tag: 'Transactions',
    summary: 'Pay out to a bank account',
    description: 'The answer is always a result; the final status may come later by webhook.',
    headers: idempotencyHeaders,
    body: payoutRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: envelope, ...BEARER_POST },
  },
  manage: {
    method: 'POST',
    path: '/api/transactions/manage',
    server: 'api',
    auth: 'bearer',
    role: 'transactions:manage',
    built: true,
    origin: 'specification',
    tag: 'Transactions',
    summary: 'Capture, refund or void',
    description: 'The answer is a new transaction that belongs to the original one.',
    headers: idempotencyHeaders,
    body: manageRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: transaction, ...BEARER_POST },
  },
  createCustomer: {
    method: 'POST',
    path: '/api/customers',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'specification',
    tag: 'Customers',
    summary: 'Create a customer',
    description: 'The `id` links saved cards to the customer.',
    headers: idempotencyHeaders,
    body: customerRequest,
    bodyType: 'json',
    success: 201,
    responses: { 201: customer, ...BEARER_POST },
  },
  listCustomers: {
    method: 'GET',
    path: '/api/customers',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'extension',
    tag: 'Customers',
    summary: 'List customers',
    description: 'Newest first, page by page.',
    query: customerQuery,
    success: 200,
    responses: { 200: customerList, ...BEARER, 422: unprocessable },
  },
  getCustomer: {
    method: 'GET',
    path: '/api/customers/{id}',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'extension',
    tag: 'Customers',
    summary: 'Read a customer',
    description: 'Customers of other merchants do not exist.',
    params: customerParams,
    success: 200,
    responses: { 200: customer, ...BEARER, 404: notFound },
  },
  listCustomerPaymentMethods: {
    method: 'GET',
    path: '/api/customers/{id}/payment-methods',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'extension',
    tag: 'Customers',
    summary: 'List the saved cards of a customer',
    description: 'Active ones only.',
    params: customerParams,
    success: 200,
    responses: { 200: savedPaymentMethodList, ...BEARER, 404: notFound },
  },
  getPaymentMethod: {
    method: 'GET',
    path: '/api/payment-methods/{payment_method_id}',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'extension',
    tag: 'Customers',
    summary: 'Read a saved card',
    description: 'Also one that belongs to no customer.',
    params: paymentMethodParams,
    success: 200,
    responses: { 200: savedPaymentMethod, ...BEARER, 404: notFound },
  },
  deletePaymentMethod: {
    method: 'DELETE',
    path: '/api/payment-methods/{payment_method_id}',
    server: 'api',
    auth: 'bearer',
    role: 'customers',
    built: true,
    origin: 'extension',
    tag: 'Customers',
    summary: 'Delete a saved card',
    description: 'Later payments with it are refused.',
    params: paymentMethodParams,
    success: 204,
    responses: { 204: null, ...BEARER, 404: notFound },
  },
  getEncryptionKeys: {
    method: 'GET',
    path: '/api/encryption-keys',
    server: 'api',
    auth: 'bearer-or-client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Encryption',
    summary: 'Read the keys that card fields are sealed for',
    description:
      'A JWK set. Senders take the first key they implement whose time has come, and may keep the set for an hour.',
    headers: clientSessionHeaders.partial(),
    success: 200,
    responses: { 200: encryptionKeySet, 304: null, ...BEARER },
  },
  getClientSession: {
    method: 'GET',
    path: '/api/client/sessions/{session_id}',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Read what the browser needs to draw the form',
    description: 'Methods, brands, keys, language and the clock of the service.',
    params: sessionParams,
    headers: clientSessionHeaders,
    success: 200,
    responses: { 200: clientSession, ...CLIENT },
  },
  createClientPayment: {
    method: 'POST',
    path: '/api/client/sessions/{session_id}/payments',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Pay a session',
    description:
      'Amount, currency and reference come from the session. One payment at a time; 409 names the status of a busy or finished session.',
    params: sessionParams,
    headers: clientPostHeaders,
    body: clientPaymentRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: clientEnvelope, ...CLIENT_POST },
  },
  requestClientAuthentication: {
    method: 'POST',
    path: '/api/client/sessions/{session_id}/three-ds/{id}/request-authentication',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Continue after the device fingerprint',
    description: 'As the merchant’s own call.',
    params: clientAuthenticationParams,
    headers: clientPostHeaders,
    body: requestAuthenticationRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: clientEnvelope, ...CLIENT_POST },
  },
  completeClientAuthentication: {
    method: 'POST',
    path: '/api/client/sessions/{session_id}/three-ds/authentication-completed',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Continue after the challenge',
    description: 'As the merchant’s own call.',
    params: sessionParams,
    headers: clientPostHeaders,
    body: completeAuthenticationRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: clientEnvelope, ...CLIENT_POST },
  },
  cancelClientSession: {
    method: 'POST',
    path: '/api/client/sessions/{session_id}/cancel',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Cancel a session',
    description:
      'Only while the payment waits for the customer; while a provider is working the answer is 409.',
    params: sessionParams,
    headers: clientPostHeaders,
    success: 200,
    responses: { 200: sessionCanceled, ...CLIENT, 409: conflict, 413: payloadTooLarge, 422: unprocessable },
  },
  getClientSessionStatus: {
    method: 'GET',
    path: '/api/client/sessions/{session_id}/status',
    server: 'api',
    auth: 'client-key',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Browser',
    summary: 'Read the outcome of a session',
    description: 'For the page only: the merchant asks with its own token.',
    params: sessionParams,
    headers: clientSessionHeaders,
    success: 200,
    responses: { 200: clientSessionStatus, ...CLIENT },
  },
  receiveProviderCallback: {
    method: 'POST',
    path: '/api/providers/{provider_code}/callback',
    server: 'api',
    auth: 'provider-signature',
    role: null,
    built: true,
    origin: 'specification',
    tag: 'Providers',
    summary: 'Report the outcome of a transaction',
    description:
      'Signed with the three Standard Webhooks headers. Repeated and late reports are answered alike.',
    params: providerCallbackParams,
    body: providerCallback,
    bodyType: 'json',
    success: 200,
    responses: {
      200: providerCallbackAccepted,
      ...SIGNED_POST,
    },
  },
  issueToken: {
    method: 'POST',
    path: '/protocol/openid-connect/token',
    server: 'auth',
    auth: 'client-credentials',
    role: null,
    built: true,
    origin: 'specification',
    tag: 'Identity',
    summary: 'Get an access token',
    description:
      'Grants `client_credentials` and `refresh_token`; the client proves itself in the form or by HTTP Basic.',
    body: tokenRequest,
    bodyType: 'form',
    success: 200,
    responses: { 200: tokenResponse, ...OAUTH },
  },
  revokeToken: {
    method: 'POST',
    path: '/protocol/openid-connect/revoke',
    server: 'auth',
    auth: 'client-credentials',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Identity',
    summary: 'Revoke a token',
    description: 'RFC 7009: unknown tokens are answered alike.',
    body: revocationRequest,
    bodyType: 'form',
    success: 200,
    responses: { 200: null, ...OAUTH },
  },
  getSigningKeys: {
    method: 'GET',
    path: '/protocol/openid-connect/certs',
    server: 'auth',
    auth: 'none',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Identity',
    summary: 'Read the keys that access tokens are verified with',
    description: 'A JWK set.',
    success: 200,
    responses: { 200: signingKeySet, ...PUBLIC },
  },
  getDiscovery: {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    server: 'auth',
    auth: 'none',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Identity',
    summary: 'Discover the identity provider',
    description: 'RFC 8414 metadata; only what is implemented is listed.',
    success: 200,
    responses: { 200: discovery, ...PUBLIC },
  },
  readClock: {
    method: 'GET',
    path: '/simulators/clock',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Read a sandbox’s clock',
    description: 'Stored deadlines follow this clock.',
    headers: sandboxHeaders,
    success: 200,
    responses: { 200: clockReading, ...OPERATOR },
  },
  advanceClock: {
    method: 'POST',
    path: '/simulators/clock',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Move a sandbox’s clock forward',
    description:
      'Moves the stored deadlines of one sandbox, and works off what became due: expiries, time-outs, pending outcomes.',
    headers: sandboxHeaders,
    body: clockAdvance,
    bodyType: 'json',
    success: 200,
    responses: { 200: clockReading, ...OPERATOR_POST },
  },
  createSandbox: {
    method: 'POST',
    path: '/simulators/sandboxes',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Make an isolated merchant',
    description: 'Credentials, keys, terminals, a clock and a webhook subscription of its own.',
    body: sandboxRequest,
    bodyType: 'json',
    success: 201,
    responses: { 201: sandboxCredentials, ...OPERATOR_POST },
  },
  getSandbox: {
    method: 'GET',
    path: '/simulators/sandboxes/{sandbox_id}',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Read a sandbox',
    description: 'Without its secrets.',
    params: sandboxParams,
    success: 200,
    responses: { 200: sandbox, ...OPERATOR },
  },
  deleteSandbox: {
    method: 'DELETE',
    path: '/simulators/sandboxes/{sandbox_id}',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Remove a sandbox',
    description: 'With everything it owns, at once. The sandbox named demo stays: 409.',
    params: sandboxParams,
    success: 204,
    responses: { 204: null, ...OPERATOR, 409: conflict },
  },
  createSandboxClient: {
    method: 'POST',
    path: '/simulators/sandboxes/{sandbox_id}/clients',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: true,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Make another client of a sandbox',
    description: 'With the roles given.',
    params: sandboxParams,
    body: sandboxClientRequest,
    bodyType: 'json',
    success: 201,
    responses: { 201: sandboxClient, ...OPERATOR_POST },
  },
  createGwalletToken: {
    method: 'POST',
    path: '/simulators/gwallet-pay/tokens',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: false,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Make a wallet token',
    description: 'Signed under the simulator’s own root.',
    body: gwalletTokenRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: gwalletToken, ...OPERATOR_POST },
  },
  createAwalletToken: {
    method: 'POST',
    path: '/simulators/awallet-pay/tokens',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: false,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Make a wallet token for the merchant to decrypt',
    description: 'Signed under the simulator’s own root.',
    body: awalletTokenRequest,
    bodyType: 'json',
    success: 200,
    responses: { 200: awalletToken, ...OPERATOR_POST },
  },
  getGwalletKeys: {
    method: 'GET',
    path: '/simulators/gwallet-pay/keys.json',
    server: 'api',
    auth: 'simulator',
    role: null,
    built: false,
    origin: 'extension',
    tag: 'Simulators',
    summary: 'Read the roots of simulated wallet tokens',
    description: 'In the shape of the wallet’s own key file.',
    success: 200,
    responses: { 200: gwalletKeys, ...OPERATOR },
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS

type Row<Name extends EndpointName> = (typeof ENDPOINTS)[Name]
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What an endpoint's body is after parsing; `undefined` without one. */
export type BodyOf<Name extends EndpointName> =
  Row<Name> extends { readonly body: infer Body } ? Output<Body> : undefined

/** The path's parameters, decoded. */
export type ParamsOf<Name extends EndpointName> =
  Row<Name> extends { readonly params: infer Params } ? Output<Params> : undefined

export type QueryOf<Name extends EndpointName> =
  Row<Name> extends { readonly query: infer Query } ? Output<Query> : undefined

/** The body of an endpoint's success. */
export type AnswerOf<Name extends EndpointName> =
  Row<Name> extends { readonly success: infer Status extends number; readonly responses: infer Responses }
    ? Status extends keyof Responses
      ? Output<Responses[Status]>
      : never
    : never

/**
 * Fills an endpoint's path template, percent-encoding every parameter. The result is below the address of the
 * endpoint's server.
 *
 * @throws {TypeError} when a parameter is missing, empty, `.` or `..`: the path would be another endpoint's.
 */
export function endpointPath<Name extends EndpointName>(
  name: Name,
  ...[params]: ParamsOf<Name> extends undefined ? [params?: undefined] : [params: ParamsOf<Name>]
): string {
  const values: Readonly<Record<string, unknown>> | undefined = params
  return ENDPOINTS[name].path.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => {
    const value = values?.[parameter]
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new TypeError(`${name} needs the path parameter ${parameter}`)
    return encodeURIComponent(value)
  })
}
