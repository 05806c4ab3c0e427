/** Programs that pay with a generated client, as text: what they import exists once it is generated. */

/** The order, and a reader of refusals that compiles only if `status` distinguishes both shapes of a 422. */
const SHARED = `
import type { Begun, Order } from './order'

function payment({ terminalId, reference, browserInfo }: Order) {
  return {
    terminal_id: terminalId,
    reference,
    description: 'Harbour mug',
    currency: 'EUR',
    amount: 1850,
    transaction_type: 'PURCHASE',
    browser_info: browserInfo,
    return_url: 'https://shop.example/return',
    metadata: { simulated_flow: 'CHALLENGE_REDIRECT' },
  } as const
}

/** The id that the token of an action names. */
function idOf(token: string): string {
  const { three_ds_server_trans_id: id } = JSON.parse(atob(token)) as { three_ds_server_trans_id: string }
  return id
}

function describe(refusal: UnprocessableOrder): string {
  const [problem] = refusal.errors
  const kind = refusal.status === 'INVALID' ? refusal.processing_code : refusal.method
  return \`\${refusal.status} \${kind}: \${problem?.property} \${problem?.message}\`
}
`

const HEY_API = `
import { authorize, getStatus, issueToken, requestAuthentication, type UnprocessableOrder } from './hey-api'
import { client } from './hey-api/client.gen'
${SHARED}
export async function begin(order: Order): Promise<Begun> {
  const { data: token } = await issueToken({
    baseUrl: order.realmUrl,
    body: { grant_type: 'client_credentials', client_id: order.clientId, client_secret: order.clientSecret },
    throwOnError: true,
  })
  client.setConfig({ baseUrl: order.baseUrl, auth: token.access_token })
  const card = { type: 'card', data: order.sealedCard } as const
  const unknown = { type: 'saved_card', data: { payment_method_id: 'none' } } as const
  const refusals = []
  for (const wrong of [{ amount: 0, payment_method: card }, { payment_method: unknown }]) {
    const { error } = await authorize({ body: { ...payment(order), ...wrong } })
    if (error && 'errors' in error && error.status !== 400) refusals.push(describe(error))
  }
  const { data: first } = await authorize({
    body: { ...payment(order), payment_method: card },
    throwOnError: true,
  })
  if (!first.action) throw new Error('no action')
  const { token: actionToken, payment_data } = first.action
  const { data } = await requestAuthentication({
    path: { threeDsServerTransId: idOf(actionToken) },
    body: { fingerprint_result: order.fingerprintResult, payment_data },
    throwOnError: true,
  })
  if (!data.redirect) throw new Error('no redirect')
  const { transaction_id: transactionId, url: redirectUrl } = data.redirect
  const readStatus = async () => {
    const { data: found } = await getStatus({ path: { id: transactionId }, throwOnError: true })
    return found.transaction.status
  }
  return { transactionId, redirectUrl, refusals, readStatus }
}
`

const OPENAPI_TYPESCRIPT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript'
${SHARED}
type UnprocessableOrder = components['schemas']['UnprocessableOrder']

export async function begin(order: Order): Promise<Begun> {
  const client = createClient<paths>({ baseUrl: order.baseUrl })
  const { data: token } = await client.POST('/protocol/openid-connect/token', {
    baseUrl: order.realmUrl,
    body: { grant_type: 'client_credentials', client_id: order.clientId, client_secret: order.clientSecret },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const headers = { authorization: \`Bearer \${token?.access_token}\` }
  const card = { type: 'card', data: order.sealedCard } as const
  const unknown = { type: 'saved_card', data: { payment_method_id: 'none' } } as const
  const refusals = []
  for (const wrong of [{ amount: 0, payment_method: card }, { payment_method: unknown }]) {
    const body = { ...payment(order), ...wrong }
    const { error } = await client.POST('/api/transactions/authorize', { body, headers })
    if (error && 'errors' in error && error.status !== 400) refusals.push(describe(error))
  }
  const body = { ...payment(order), payment_method: card }
  const { data: first } = await client.POST('/api/transactions/authorize', { body, headers })
  if (!first?.action) throw new Error('no action')
  const { token: actionToken, payment_data } = first.action
  const { data } = await client.POST(
    '/api/transactions/three-ds/{threeDsServerTransId}/request-authentication',
    {
      params: { path: { threeDsServerTransId: idOf(actionToken) } },
      body: { fingerprint_result: order.fingerprintResult, payment_data },
      headers,
    },
  )
  if (!data?.redirect) throw new Error('no redirect')
  const { transaction_id: transactionId, url: redirectUrl } = data.redirect
  const readStatus = async () => {
    const params = { path: { id: transactionId } }
    const { data: found } = await client.GET('/api/transactions/{id}/status', { params, headers })
    return found?.transaction.status ?? 'no answer'
  }
  return { transactionId, redirectUrl, refusals, readStatus }
}
`

/** The programs, by the generator of their client. */
export const PROGRAMS = {
  '@hey-api/openapi-ts': HEY_API,
  'openapi-typescript': OPENAPI_TYPESCRIPT,
} as const
