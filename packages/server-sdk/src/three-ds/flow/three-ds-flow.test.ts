import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { authorizeRequest, transaction } from '../../../test/records.ts'
import {
  ACS_TRANS_ID,
  createScriptedGateway,
  resultEnvelope,
  type ScriptedGateway,
  stepEnvelope,
  TRANS_ID,
  transactionAt,
} from '../../../test/scripted-gateway.ts'
import { ConnectionError } from '../../errors/connection-error.ts'
import { ContractError } from '../../errors/contract-error.ts'
import { ValidationError } from '../../errors/validation-error.ts'
import type { FlowReply } from './flow-exchange.ts'
import { createMemoryFlowStore, type FlowStore } from './flow-store.ts'
import {
  createThreeDsFlow,
  type FlowSettings,
  type ThreeDsFlow,
  type ThreeDsFlowOptions,
} from './three-ds-flow.ts'

const FLOW_URL = 'https://shop.example/three-ds'
const RETURN_URL = 'https://shop.example/orders/1001'
const CALL = { method: 'POST', path: '/api/transactions/authorize' }
const FINGERPRINT = stepEnvelope('THREE_DS_2_FINGERPRINT')
const CHALLENGE = stepEnvelope('THREE_DS_2_CHALLENGE')
const SECOND_CHALLENGE = stepEnvelope('THREE_DS_2_CHALLENGE', { challenge_window_size: '03' })
const request = { ...authorizeRequest, return_url: RETURN_URL }

let gateway: ScriptedGateway
let store: FlowStore
let clock: { ms: number }
let errors: unknown[]
let flow: ThreeDsFlow

/** Two of them over one store are two processes. */
const createFlow = (options: Partial<ThreeDsFlowOptions> = {}) =>
  createThreeDsFlow({
    client: gateway,
    gatewayUrl: 'https://gateway.example/api-base',
    url: `${FLOW_URL}/`,
    store,
    now: () => clock.ms,
    onError: (error) => errors.push(error),
    ...options,
  })

beforeEach(() => {
  gateway = createScriptedGateway()
  clock = { ms: Date.UTC(2026, 10, 21, 12) }
  store = createMemoryFlowStore({ now: () => clock.ms })
  errors = []
  flow = createFlow()
})

const visit = (
  url: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<FlowReply> =>
  flow.handle({
    method: form ? 'POST' : 'GET',
    url: new URL(url).pathname + new URL(url).search,
    headers,
    form: new URLSearchParams(form),
  })

/** Starts a flow and brings it to its challenge. */
async function challenged(settings: FlowSettings = {}): Promise<{ id: string; url: string }> {
  gateway.script('authorize', CHALLENGE)
  const started = await flow.start(request, settings)
  expect((await visit(started.url)).body).toContain('name="creq"')
  return started
}

const cresOf = (members: Record<string, string> = {}) =>
  Buffer.from(
    JSON.stringify({
      threeDSServerTransID: TRANS_ID,
      acsTransID: ACS_TRANS_ID,
      messageType: 'CRes',
      messageVersion: '2.2.0',
      transStatus: 'Y',
      ...members,
    }),
  ).toString('base64url')

describe('start', () => {
  it('sends the request, returns to itself, and leads to where the customer lands', async () => {
    gateway.script('authorize', resultEnvelope('APPROVED'))
    const { id, url } = await flow.start(request)
    expect(url).toBe(`${FLOW_URL}/${id}`)
    expect(id).toMatch(/^[\w-]{43}$/)
    expect(gateway.named('authorize')).toEqual([{ ...authorizeRequest, return_url: `${url}/return` }])
    expect(await visit(url)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
    gateway.status = 'APPROVED'
    expect(await flow.conclude(id)).toEqual({ kind: 'approved', transaction: transactionAt('APPROVED') })
  })

  it('names its own notification address where the merchant receives, and keeps the other options', async () => {
    gateway.script('authorize', resultEnvelope('APPROVED'))
    const { url } = await flow.start({ ...request, options: { colour: 'red' } }, { receiver: 'merchant' })
    expect(gateway.named('authorize')).toMatchObject([
      {
        options: {
          colour: 'red',
          three_ds: { notification_url: `${url}/notification` },
        },
      },
    ])
  })

  it('creates one payment for an order, however often it is started', async () => {
    gateway.script('authorize', CHALLENGE)
    const other = createFlow()
    const started = await Promise.all([flow.start(request), other.start(request), flow.start(request)])
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
    expect(gateway.named('authorize')).toHaveLength(1)
    // Another order is another payment.
    await flow.start({ ...request, reference: 'order-1002' })
    expect(gateway.named('authorize')).toHaveLength(2)
  })

  it('throws what the gateway refuses, and accepts the corrected request', async () => {
    gateway.script('authorize', new ValidationError({ foundBy: 'gateway', problems: [] }), CHALLENGE)
    await expect(flow.start(request)).rejects.toMatchObject({ code: 'validation_failed' })
    const { id } = await flow.start(request)
    expect(await flow.conclude(id)).toMatchObject({ kind: 'open' })
  })

  it('frees the reference of an INVALID result, which has not used it up', async () => {
    gateway.script('authorize', resultEnvelope('INVALID'), CHALLENGE)
    const { id } = await flow.start(request)
    gateway.status = 'INVALID'
    expect(await flow.conclude(id)).toMatchObject({ kind: 'invalid' })
    expect((await flow.start(request)).id).not.toBe(id)
  })

  it.each([
    ['no answer', new ConnectionError({ call: CALL, outcomeUnknown: true })],
    ['an answer that makes no sense', new ContractError({ call: CALL, what: 'the body is not JSON' })],
  ])('%s ends as unknown: no second payment before the outcome is known', async (_, error) => {
    gateway.script('authorize', error)
    const { id, url } = await flow.start(request)
    expect(errors).toEqual([error])
    expect(await visit(url)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
    expect(await flow.conclude(id)).toEqual({
      kind: 'unknown',
      reference: 'order-1001',
      transactionId: null,
    })
    expect((await flow.start(request)).id).toBe(id)
  })

  it('leaves the outcome of a payment unknown whose process died during the call', async () => {
    gateway.script('authorize', () => new Promise(() => undefined))
    void flow.start(request)
    const { id, url } = await createFlow().start(request)
    expect((await visit(url)).body).toContain('http-equiv="refresh"')
    clock.ms += 301_000
    expect(await createFlow().conclude(id)).toMatchObject({ kind: 'unknown', transactionId: null })
    expect(await visit(url)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
  })
})

describe('leaving for another site', () => {
  const elsewhere = { ...request, return_url: 'https://other.example/thanks?a=1&b="2"' }

  it('does not redirect, because the page’s policy would stop it after a form', async () => {
    gateway.script('authorize', FINGERPRINT)
    gateway.script('requestAuthentication', resultEnvelope('APPROVED'))
    const { url } = await flow.start(elsewhere)
    expect((await visit(`${url}/fingerprint`, { completion: 'Y' })).headers).toMatchObject({ location: url })
    const { status, body } = await visit(url)
    expect(status).toBe(200)
    expect(body).toContain(
      '<meta http-equiv="refresh" content="0; url=https://other.example/thanks?a=1&amp;b=%222%22">',
    )
    expect(await visit(`${url}/return`)).toMatchObject({ status: 200 })
  })

  it('works for a provider’s page, which gets ten minutes and may have collected the money afterwards', async () => {
    const redirect = { transaction_id: transaction.id, session_id: 's', url: 'https://provider.example/pay' }
    gateway.script('authorize', { ...resultEnvelope('PENDING'), result: null, redirect })
    const { id, url } = await flow.start(request)
    expect((await visit(url)).body).toContain('content="0; url=https://provider.example/pay"')
    clock.ms += 24 * 3_600_000 - 1
    expect(await flow.conclude(id)).toMatchObject({ kind: 'pending' })
  })

  it('lets forms that replace the page lead anywhere', async () => {
    const { url } = await challenged({ place: 'page' })
    expect((await visit(url)).headers['content-security-policy']).toContain(
      'form-action https://acs.example https:',
    )
  })

  it.each(['', '/orders/1001', 'javascript:alert(1)', undefined])(
    'is refused to %j before anything is sent',
    async (return_url) => {
      await expect(flow.start({ ...request, return_url: return_url as string })).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ property: 'return_url' }],
      })
      expect(gateway.calls).toEqual([])
    },
  )
})

describe('the fingerprint', () => {
  it('is taken by a hidden frame, and continues with the observation of the page', async () => {
    gateway.script('authorize', FINGERPRINT)
    gateway.script('requestAuthentication', CHALLENGE)
    const { url } = await flow.start(request)
    const page = await visit(url)
    expect(page.body).toContain('action="https://acs.example/method"')
    expect(page.body).toContain('name="threeDSMethodData"')
    expect(await visit(`${url}/fingerprint`, { completion: 'Y' })).toMatchObject({
      status: 303,
      headers: { location: url },
    })
    expect(gateway.named('requestAuthentication')).toEqual([
      { id: TRANS_ID, fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6IlkifQ==', payment_data: 'pd1' },
    ])
    expect((await visit(url)).body).toContain('name="creq"')
  })

  it('reports N after a time-out, and U if the server has no 3DS Method', async () => {
    gateway.script('authorize', FINGERPRINT)
    gateway.script('requestAuthentication', resultEnvelope('APPROVED'))
    const { url } = await flow.start(request)
    await visit(`${url}/fingerprint`, { completion: 'N' })
    gateway.script('authorize', stepEnvelope('THREE_DS_2_FINGERPRINT', { three_ds_method_url: null }))
    await flow.start({ ...request, reference: 'order-1002' })
    expect(gateway.named('requestAuthentication')).toMatchObject([
      { fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6Ik4ifQ==' },
      { fingerprint_result: 'eyJ0aHJlZURTQ29tcEluZCI6IlUifQ==' },
    ])
  })

  it('counts once when it is posted twice', async () => {
    gateway.script('authorize', FINGERPRINT)
    gateway.script('requestAuthentication', CHALLENGE)
    const { url } = await flow.start(request)
    await visit(`${url}/fingerprint`, { completion: 'Y' })
    await visit(`${url}/fingerprint`, { completion: 'N' })
    expect(gateway.named('requestAuthentication')).toHaveLength(1)
  })
})

describe('the challenge', () => {
  it('in a frame continues with the message, through a second round, to the end', async () => {
    const { id, url } = await challenged()
    gateway.script('completeAuthentication', SECOND_CHALLENGE, resultEnvelope('APPROVED'))
    await visit(`${url}/challenge`, { trans_status: 'C' })
    expect((await visit(url)).body).toContain('size-03')
    await visit(`${url}/challenge`, { trans_status: 'Y' })
    expect(gateway.named('completeAuthentication')).toEqual([
      { payment_data: 'pd1', session_id: 's1', trans_status: 'C' },
      { payment_data: 'pd1', session_id: 's1', trans_status: 'Y' },
    ])
    expect(await visit(url)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
    gateway.status = 'APPROVED'
    expect(await flow.conclude(id)).toMatchObject({ kind: 'approved' })
  })

  it('starts again from the fingerprint when another provider is tried', async () => {
    const { url } = await challenged()
    gateway.script('completeAuthentication', FINGERPRINT)
    await visit(`${url}/challenge`, { trans_status: 'Y' })
    expect((await visit(url)).body).toContain('name="threeDSMethodData"')
  })

  it('ignores a forged message', async () => {
    const { url } = await challenged()
    gateway.script('completeAuthentication', CHALLENGE)
    await visit(`${url}/challenge`, { trans_status: '<Y>' })
    expect(gateway.named('completeAuthentication')).toMatchObject([{ trans_status: 'U' }])
    expect((await visit(url)).body).toContain('name="creq"')
  })

  it('is found by a status query if no message arrives', async () => {
    const { id, url } = await challenged()
    const version = (await store.read(id))?.version ?? 0
    const progress = async () =>
      JSON.parse((await visit(`${url}/progress?version=${version}`)).body) as unknown
    gateway.script('completeAuthentication', CHALLENGE, resultEnvelope('APPROVED'))
    expect(await progress()).toEqual({ moved: false })
    expect(gateway.named('completeAuthentication')).toEqual([])
    clock.ms += 3_000
    expect(await progress()).toEqual({ moved: false })
    expect(await progress()).toEqual({ moved: true })
    expect(await visit(url)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
  })

  it('is never queried where the merchant receives it, because a query would end it', async () => {
    const { id, url } = await challenged({ receiver: 'merchant' })
    clock.ms += 60_000
    await visit(url)
    await visit(`${url}/challenge`, { trans_status: 'Y' })
    await visit(`${url}/progress?version=1`)
    await flow.conclude(id)
    expect(gateway.named('completeAuthentication')).toEqual([])
  })

  it('as a full page ends with the status', async () => {
    const { id, url } = await challenged({ place: 'page' })
    gateway.status = 'APPROVED'
    expect(await visit(`${url}/return`)).toMatchObject({ status: 303, headers: { location: RETURN_URL } })
    expect(await flow.conclude(id)).toMatchObject({ kind: 'approved' })
  })

  it('in a frame is not ended by a visit of the return address', async () => {
    const { url } = await challenged()
    expect(await visit(`${url}/return`)).toMatchObject({ headers: { location: url } })
    expect((await visit(url)).body).toContain('name="creq"')
  })

  it('ends after ten minutes without an answer', async () => {
    const { id, url } = await challenged({ receiver: 'merchant' })
    clock.ms += 599_000
    expect((await visit(url)).status).toBe(200)
    clock.ms += 1_000
    expect((await visit(url)).status).toBe(303)
    expect(await flow.conclude(id)).toMatchObject({ kind: 'timedOut', transaction: { status: 'PENDING' } })
    gateway.status = 'SESSION_EXPIRED'
    expect(await flow.conclude(id)).toMatchObject({ kind: 'expired' })
  })

  it('a challenge whose customer never returns is abandoned', async () => {
    const { id } = await challenged({ receiver: 'merchant' })
    clock.ms += 600_000
    expect(await flow.conclude(id)).toMatchObject({ kind: 'abandoned' })
  })

  it('a challenge that the customer leaves is abandoned, and never completed', async () => {
    const { id, url } = await challenged()
    expect(await visit(`${url}/leave`, {})).toMatchObject({ headers: { location: RETURN_URL } })
    clock.ms += 5_000
    await visit(`${url}/challenge`, { trans_status: 'Y' })
    await visit(url)
    expect(gateway.named('completeAuthentication')).toEqual([])
    expect(await flow.conclude(id)).toMatchObject({ kind: 'abandoned' })
  })

  it('cannot be left once the bank has its answer, even if no message arrived', async () => {
    const { id, url } = await challenged()
    clock.ms += 5_000
    gateway.script('completeAuthentication', resultEnvelope('PENDING'))
    expect(await visit(`${url}/leave`, {})).toMatchObject({ headers: { location: RETURN_URL } })
    expect(await flow.conclude(id)).toMatchObject({ kind: 'pending' })
  })

  it('abandoned while the page queries its end is not reported as abandoned once the payment is processed', async () => {
    const { id, url } = await challenged()
    clock.ms += 5_000
    let release: (() => void) | undefined
    gateway.script(
      'completeAuthentication',
      async () => {
        await new Promise<void>((resolve) => (release = resolve))
        return resultEnvelope('PENDING')
      },
      CHALLENGE,
    )
    const asking = visit(`${url}/progress?version=2`)
    await expect.poll(() => release).toBeDefined()
    await visit(`${url}/leave`, {})
    release?.()
    await asking
    expect(await flow.conclude(id)).toMatchObject({ kind: 'pending' })
  })

  it('a challenge that was answered is still completed by a visit of the return address', async () => {
    const { url } = await challenged({ place: 'page', receiver: 'merchant' })
    const lost = new ConnectionError({ call: CALL, outcomeUnknown: true })
    gateway.script('completeAuthentication', lost, resultEnvelope('APPROVED'))
    await visit(`${url}/notification`, { cres: cresOf() })
    expect(await visit(`${url}/return`)).toMatchObject({ headers: { location: url } })
    expect(await visit(url)).toMatchObject({ headers: { location: RETURN_URL } })
    expect(gateway.named('completeAuthentication')).toHaveLength(2)
  })

  it('left in one window while another completes it ends as the gateway says', async () => {
    const { id, url } = await challenged()
    let release: (() => void) | undefined
    gateway.script('completeAuthentication', async () => {
      await new Promise<void>((resolve) => (release = resolve))
      return resultEnvelope('APPROVED')
    })
    const completing = visit(`${url}/challenge`, { trans_status: 'Y' })
    await expect.poll(() => release).toBeDefined()
    // The challenge is completed: canceling is too late, and redirects to the current state.
    const leaving = visit(`${url}/leave`, {})
    release?.()
    await Promise.all([completing, leaving])
    gateway.status = 'APPROVED'
    expect(await flow.conclude(id)).toMatchObject({ kind: 'approved' })
    expect(gateway.named('authorize')).toHaveLength(1)
  })
})

describe('a notification address of the merchant', () => {
  it('accepts the issuer’s answer and continues the payment', async () => {
    const { url } = await challenged({ receiver: 'merchant' })
    gateway.script('completeAuthentication', resultEnvelope('APPROVED'))
    const answer = await visit(`${url}/notification`, { cres: cresOf() }, { 'sec-fetch-dest': 'iframe' })
    expect(answer.body).toContain(`data-self="${url}"`)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(gateway.named('completeAuthentication')).toEqual([
      { payment_data: 'pd1', session_id: TRANS_ID, trans_status: 'Y' },
    ])
    expect(await visit(url)).toMatchObject({ headers: { location: RETURN_URL } })
    // Late and twice: the same page, no effect.
    expect((await visit(`${url}/notification`, { cres: cresOf() })).status).toBe(200)
    expect(gateway.named('completeAuthentication')).toHaveLength(1)
  })

  it('redirects a full page at once', async () => {
    const { url } = await challenged({ receiver: 'merchant', place: 'page' })
    gateway.script('completeAuthentication', resultEnvelope('DECLINED'))
    expect(
      await visit(`${url}/notification`, { cres: cresOf() }, { 'sec-fetch-dest': 'document' }),
    ).toMatchObject({ status: 303, headers: { location: url } })
  })

  it.each([
    ['no CRes', undefined, 'U'],
    ['text', 'cres', 'U'],
    ['a line break at its end', `${cresOf()}\r\n`, 'Y'],
    ['its id in upper case', cresOf({ threeDSServerTransID: TRANS_ID.toUpperCase() }), 'Y'],
    ['an error message', cresOf({ messageType: 'Erro', transStatus: '' }), 'U'],
  ])('continues the payment with %s', async (_, cres, transStatus) => {
    const { url } = await challenged({ receiver: 'merchant' })
    gateway.script('completeAuthentication', resultEnvelope('APPROVED'))
    expect((await visit(`${url}/notification`, cres === undefined ? {} : { cres })).status).toBe(200)
    expect(gateway.named('completeAuthentication')).toEqual([
      { payment_data: 'pd1', session_id: TRANS_ID, trans_status: transStatus },
    ])
  })

  it.each([
    ['that of another challenge', cresOf({ acsTransID: '00000000-0000-4000-8000-000000000000' })],
    ['that of another payment', cresOf({ threeDSServerTransID: '00000000-0000-4000-8000-000000000000' })],
  ])('refuses %s', async (_, cres) => {
    const { url } = await challenged({ receiver: 'merchant' })
    expect((await visit(`${url}/notification`, { cres })).status).toBe(400)
    expect(gateway.named('completeAuthentication')).toEqual([])
  })

  it('does not exist if the gateway receives', async () => {
    const { url } = await challenged()
    expect((await visit(`${url}/notification`, { cres: cresOf() })).status).toBe(400)
  })
})

describe('a gateway that does not answer', () => {
  const lost = new ConnectionError({ call: CALL, outcomeUnknown: true })

  it('gets the call again with the next visit', async () => {
    const { id, url } = await challenged()
    gateway.script('completeAuthentication', lost, resultEnvelope('APPROVED'))
    const failed = await visit(`${url}/challenge`, { trans_status: 'Y' })
    expect(failed).toMatchObject({ status: 502 })
    expect(failed.body).toContain(`href="${url}"`)
    expect(errors).toEqual([lost])
    expect(
      await createFlow().handle({ method: 'GET', url, headers: {}, form: new URLSearchParams() }),
    ).toMatchObject({ status: 303 })
    expect(gateway.named('completeAuthentication')).toHaveLength(2)
    gateway.status = 'APPROVED'
    expect(await flow.conclude(id)).toMatchObject({ kind: 'approved' })
  })

  it('queries the status if the gateway has lost the authentication', async () => {
    const { id, url } = await challenged()
    gateway.script('completeAuthentication', new ValidationError({ foundBy: 'gateway', problems: [] }))
    gateway.status = 'SESSION_EXPIRED'
    await visit(`${url}/challenge`, { trans_status: 'Y' })
    expect(await flow.conclude(id)).toMatchObject({ kind: 'expired' })
  })

  it('an internal error is not hidden', async () => {
    const { url } = await challenged()
    gateway.script('completeAuthentication', new TypeError('ours'))
    await expect(visit(`${url}/challenge`, { trans_status: 'Y' })).rejects.toThrow('ours')
  })
})

describe('answers', () => {
  it('allow what their page does and nothing else', async () => {
    const { url } = await challenged()
    const { headers, body } = await visit(url)
    const policy = headers['content-security-policy'] ?? ''
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://acs.example;")
    expect(policy).toContain('frame-src https://acs.example https://gateway.example;')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(body).toContain(`<script nonce="${nonce}">`)
    expect(body).not.toMatch(/\son\w+=|style=|javascript:/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect((await visit(url)).headers['content-security-policy']).not.toBe(policy)
  })

  it('use the customer’s language', async () => {
    const { url } = await challenged()
    expect((await visit(url, undefined, { 'accept-language': 'sv-FI,en;q=0.5' })).body).toContain(
      'lang="sv-SE"',
    )
  })

  it('support a further language if the flow enables it', async () => {
    const { url } = await challenged()
    const polish = { 'accept-language': 'pl' }
    expect((await visit(url, undefined, polish)).body).toContain('lang="en-US"')
    flow = createFlow({ languages: ['de', 'pl'] })
    expect((await visit(url, undefined, polish)).body).toContain('lang="pl-PL"')
  })

  it('refuse a language that is not enabled', () => {
    const languages = ['sv'] as unknown as ['de']
    expect(() => createFlow({ languages })).toThrow('languages must contain only de, pl (got "sv").')
  })

  it('escape what the gateway sends', async () => {
    gateway.script('authorize', {
      ...resultEnvelope('PENDING'),
      result: null,
      form_submit: {
        transaction_id: transaction.id,
        session_id: 's',
        url: 'https://bank.example/?a=1&b="2"',
        data: { '"><script>alert(1)</script>': "'<&" },
      },
    })
    const { body } = await visit((await flow.start(request)).url)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&quot;&gt;&lt;script&gt;')
  })

  it.each([
    ['/three-ds/short', 404],
    [`/three-ds/${'a'.repeat(43)}`, 404],
    ['/three-ds/__proto__', 404],
  ])('%s is %d', async (path, status) => {
    expect((await visit(`https://shop.example${path}`)).status).toBe(status)
  })

  it('accept no other methods', async () => {
    const { url } = await challenged()
    expect((await visit(url, {})).status).toBe(405)
    expect((await visit(`${url}/leave`)).status).toBe(405)
  })
})

it('ends in one payment, for all actions of two windows in every order', async () => {
  const act = fc.constantFrom(
    ['GET', ''],
    ['GET', '/progress?version=1'],
    ['POST', '/fingerprint'],
    ['POST', '/challenge'],
    ['POST', '/leave'],
    ['GET', '/return'],
    ['START', ''],
    ['WAIT', ''],
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, fc.boolean()), { maxLength: 12 }), async (acts) => {
      gateway = createScriptedGateway()
      store = createMemoryFlowStore({ now: () => clock.ms })
      flow = createFlow()
      gateway.script('authorize', FINGERPRINT)
      gateway.script('requestAuthentication', CHALLENGE)
      gateway.script('completeAuthentication', () => {
        gateway.status = 'APPROVED'
        return Promise.resolve(resultEnvelope('APPROVED'))
      })
      const { id, url } = await flow.start(request)
      const other = createFlow()
      const running: Promise<unknown>[] = []
      for (const [[method = '', path = ''], isAwaited] of acts) {
        const doing =
          method === 'START'
            ? other.start(request)
            : method === 'WAIT'
              ? Promise.resolve((clock.ms += 4_000))
              : other.handle({
                  method,
                  url: url + path,
                  headers: {},
                  form: new URLSearchParams({ completion: 'Y', trans_status: 'Y' }),
                })
        running.push(doing)
        if (isAwaited) await doing
      }
      await Promise.all(running)
      expect(gateway.named('authorize')).toHaveLength(1)
      const end = await flow.conclude(id)
      // An abandoned payment is not paid, and a paid one is reported as paid.
      if (gateway.status === 'APPROVED') expect(end.kind).toBe('approved')
      else expect(['open', 'abandoned', 'pending']).toContain(end.kind)
    }),
  )
})
