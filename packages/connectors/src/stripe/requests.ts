import { Secret } from '@sluice/shared/secret'

import { encodeForm, type FormValue, type HttpRequest, keyFor, type StepContext } from '../kit/index.ts'

/**
 * The API version whose formats the connector reads. Every request names it, so the account's default does not
 * matter.
 */
export const API_VERSION = '2026-10-28.endive'

/** The maximum length of a key at Stripe. */
const KEY_MAX_CHARS = 255

/** The prefix of Stripe's own account ids. A configured account with it is a connected account of the key's owner. */
const CONNECTED_ACCOUNT = /^acct_[A-Za-z0-9]+$/

type Context = Pick<StepContext, 'secrets'>

/** A request of a call, before it has headers. */
interface Wanted {
  readonly name: string
  readonly path: string
  readonly account: string | null
  readonly movesMoney?: boolean
}

/** Builds a request that reads. */
export function readRequest(context: Context, { name, path, account }: Wanted): HttpRequest {
  return { name, method: 'GET', path, headers: headersOf(context, account), body: null, movesMoney: false }
}

/**
 * Builds a request that changes something. Its key is made of the key of the call and the purpose of the request, so that a repeated call sends
 * the same keys.
 */
export function writeRequest(
  context: Context,
  { name, path, account, movesMoney = false }: Wanted,
  { key, purpose, form }: { readonly key: string; readonly purpose: string; readonly form: Form },
): HttpRequest {
  return {
    name,
    method: 'POST',
    path,
    headers: {
      ...headersOf(context, account),
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': keyFor(key, purpose, KEY_MAX_CHARS),
    },
    body: encodeForm(form),
    movesMoney,
  }
}

/** The parameters of a request. */
export type Form = Readonly<Record<string, FormValue>>

function headersOf({ secrets }: Context, account: string | null): HttpRequest['headers'] {
  const [apiKey] = secrets['api_key'] ?? []
  return {
    accept: 'application/json',
    authorization: new Secret(`Bearer ${apiKey?.reveal() ?? ''}`),
    'stripe-version': API_VERSION,
    'user-agent': 'sluice-gateway',
    ...(account !== null && CONNECTED_ACCOUNT.test(account) && { 'stripe-account': account }),
  }
}
