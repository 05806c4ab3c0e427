/** Each language's samples at the packed gateway: from the access token to a refund and a verified webhook. */
import { execFile, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createWebServer } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { payOnPage, TEST_CARDS } from '@sluice/server-sdk/testing'
import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shop as followSteps } from '../../../packages/gateway/test/shopper.ts'
import { type Backend, BACKENDS, type Command, CURL_FOLDER } from '../backends.ts'
import { openLine, type Line } from '../line.ts'
import { type PackedGateway, startPackedGateway } from '../packed-gateway.ts'

const MANAGE = '/api/transactions/manage'
const PASSWORD = '1234'
/** Cards by what the bank does. */
const CARDS = {
  knowsTheCustomer: '4242424242424242',
  asks: '4000002760003184',
  asksByRedirect: '4000003000050001',
  asksByForm: '4000003000060000',
}

type Answer = Readonly<Record<string, unknown>>

let gateway: PackedGateway
const ended: (() => unknown)[] = []
beforeAll(async () => {
  gateway = await startPackedGateway()
  ended.push(() => gateway.stop())
})
afterAll(async () => {
  for (const end of ended.toReversed()) await end()
})

describe.each(BACKENDS)('the samples in $language', (backend) => {
  let output: string
  let line: Line
  let sandbox: SandboxCredentials
  let webhookUrl: string
  /** The receiver's output, one line per event. */
  const received: Answer[] = []
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    output = await mkdtemp(join(tmpdir(), 'sluice-backend-'))
    ended.push(() => rm(output, { recursive: true, force: true }))
    await backend.compile?.(output)
    line = await openLine(gateway.baseUrl)
    ended.push(() => line.close())
    const port = await findFreePort()
    webhookUrl = `http://127.0.0.1:${port}/webhooks`
    sandbox = await gateway.sandbox(webhookUrl)
    env = environmentOf(sandbox, { line, port, cache: output })
    receive(backend, backend.webhook(output, port))
    await vi.waitFor(() => answers(port))
  })

  function receive({ folder }: Backend, [program, ...args]: Command) {
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    createInterface({ input: child.stdout }).on('line', (text) => received.push(JSON.parse(text) as Answer))
    ended.push(() => child.kill())
  }

  /** Runs a command of the shop. */
  function runShop(words: readonly string[], input = ''): Promise<Answer> {
    const [program, ...args] = backend.shop(output)
    return new Promise((resolve, reject) => {
      const child = execFile(program, [...args, ...words], { cwd: backend.folder, env }, (error, stdout) =>
        error ? reject(error) : resolve(JSON.parse(stdout) as Answer),
      )
      // A sample that refuses a message may end before it has read all of it.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })
  }

  const eventsOf = (reference: unknown) => received.filter((event) => event['reference'] === reference)

  it('take a payment on the payment page, refund each part once, and verify the webhooks of all', async () => {
    const page = await runShop(['page'])
    const { reference, session_id, redirect_url } = page as Record<string, string>
    expect(await runShop(['status', `${reference}`, `${session_id}`])).toEqual({
      paid: false,
      status: 'NOT_PAID_YET',
    })
    await payOnPage(
      { session_id: `${session_id}`, redirect_url: `${redirect_url}` },
      { card: TEST_CARDS.approved },
    )
    const payment = await runShop(['status', `${reference}`, `${session_id}`])
    expect(payment).toMatchObject({ paid: true, status: 'APPROVED' })
    expect(await runShop(['status', 'another-order', `${session_id}`])).toMatchObject({ paid: false })

    line.loseAnswers(MANAGE, 1)
    const key = randomUUID()
    const refund = await runShop(['refund', `${reference}`, `${payment['transaction_id']}`, '500', key])
    expect(refund).toMatchObject({ status: 'APPROVED', transaction_type: 'REFUND', amount: 500 })
    const tries = line.sent.filter(({ path }) => path === MANAGE)
    expect(tries.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key])

    // All that is left: executed twice, it would be refused.
    const rest = ['refund', `${reference}`, `${payment['transaction_id']}`, '1999', randomUUID()]
    line.loseAnswers(MANAGE, Infinity)
    await expect(runShop(rest)).rejects.toThrow(/outcome ?(?:is )?unknown/i)
    line.loseAnswers(MANAGE, 0)
    expect(await runShop(rest)).toMatchObject({ status: 'APPROVED', amount: 1999 })

    await vi.waitFor(() => expect(eventsOf(reference)).toHaveLength(3))
    expect(eventsOf(reference)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'transaction-svc:transaction:purchase:approved', amount: 2499 }),
        expect.objectContaining({ event: 'transaction-svc:transaction:refund:approved', amount: 500 }),
        expect.objectContaining({ event: 'transaction-svc:transaction:refund:approved', amount: 1999 }),
      ]),
    )
  })

  it('create a session for card fields, with a new token when theirs is refused', async () => {
    line.refuseToken('/api/sessions')
    expect(await runShop(['session'])).toMatchObject({
      id: expect.stringMatching(/.{20}/),
      status: 'CREATED',
    })
    const tokens = line.sent.flatMap(({ path, headers }) =>
      path === '/api/sessions' ? [headers.authorization] : [],
    )
    expect(new Set(tokens).size).toBe(2)
  })

  it('seal a card that the gateway opens', async () => {
    expect(await runShop(['card'], `${CARDS.knowsTheCustomer}\n`)).toMatchObject({ status: 'APPROVED' })
    expect(await runShop(['card'], `${TEST_CARDS.insufficientFunds.number}\n`)).toMatchObject({
      status: 'DECLINED',
      processing_code: '1004',
    })
  })

  it.each([
    ['a form', CARDS.asks],
    ['a redirect', CARDS.asksByRedirect],
    ['a form that the gateway made', CARDS.asksByForm],
  ])('send the customer to the bank by %s', async (_, card) => {
    const step = await runShop(['card'], `${card}\n`)
    const ids = { transaction_id: String(step['transaction_id']), session_id: '' }
    const form = step['form'] as { readonly url: string; readonly fields: Record<string, string> } | undefined
    const redirect = step['redirect'] as string | undefined
    const { returnedTo } = await followSteps(
      {
        result: null,
        action: null,
        redirect: redirect === undefined ? null : { ...ids, url: redirect, full_page: true },
        form_submit: form ? { ...ids, url: form.url, data: form.fields } : null,
      },
      NO_FRAMES,
      [PASSWORD],
    )
    expect(returnedTo).toBe('https://shop.example/orders/done')
    const found = await runShop(['status', String(step['reference']), ids.transaction_id])
    expect(found).toMatchObject({ paid: true, status: 'APPROVED' })
  })

  it('name themselves in each request, and show no secret in an address', () => {
    expect(line.sent.length).toBeGreaterThan(10)
    expect(line.sent.filter(({ headers }) => !headers['user-agent']?.startsWith('lantern-shop/'))).toEqual([])
    expect(line.sent.filter(({ path }) => path.includes(sandbox.client_secret))).toEqual([])
    const numbers = Object.values(CARDS)
    expect(line.sent.filter(({ body }) => numbers.some((number) => body.includes(number)))).toEqual([])
  })

  it('reject webhooks that are changed, old, from the future, unsigned, or signed with another secret', async () => {
    const secret = sandbox.webhook?.secret ?? ''
    const body = JSON.stringify({ event: 'test', payload: { reference: `é-${randomUUID()}` } })
    const now = Math.floor(Date.now() / 1000)
    const before = received.length
    const statusOf = async (message: SignedMessage) => (await post(webhookUrl, message)).status
    expect(await statusOf(sign({ secret, at: now, body }))).toBe(204)
    expect(await statusOf({ ...sign({ secret, at: now, body }), body: `${body} ` })).toBe(400)
    expect(await statusOf(sign({ secret, at: now - 400, body }))).toBe(400)
    expect(await statusOf(sign({ secret, at: now + 400, body }))).toBe(400)
    expect(await statusOf(sign({ secret: `whsec_${btoa('another secret of one')}`, at: now, body }))).toBe(
      400,
    )
    expect(await statusOf({ ...sign({ secret, at: now, body }), signature: '' })).toBe(400)
    // While secrets are rotated, each of them signs; receivers ignore signatures of unknown versions.
    const { signature, ...message } = sign({ secret, at: now, body })
    expect(await statusOf({ ...message, signature: `v9,AAAA v1,AAAA ${signature}` })).toBe(204)
    await vi.waitFor(() => expect(received.length).toBe(before + 2))
  })
})

describe('the samples for curl', () => {
  let sandbox: SandboxCredentials
  let line: Line
  let env: NodeJS.ProcessEnv
  /** The arguments of each program that a sample started. */
  let argumentsFile: string
  const received: SignedMessage[] = []

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-curl-'))
    ended.push(() => rm(folder, { recursive: true, force: true }))
    line = await openLine(gateway.baseUrl)
    ended.push(() => line.close())
    const sink = await openSink(received)
    ended.push(() => sink.close())
    sandbox = await gateway.sandbox(sink.url)
    argumentsFile = join(folder, 'arguments')
    await writeListeningPrograms(folder, argumentsFile)
    env = {
      ...environmentOf(sandbox, { line, port: 0, cache: folder }),
      PATH: `${folder}:${process.env['PATH']}`,
    }
  })

  function runSample(words: readonly string[], input = ''): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = execFile(`./${words[0]}`, words.slice(1), { cwd: CURL_FOLDER, env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      )
      // A sample that refuses a message may end before it has read all of it.
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(input)
    })
  }
  const runShop = async (...words: string[]) =>
    JSON.parse(await runSample(['sluice.sh', ...words])) as Answer & Record<string, string>
  const verify = ({ id, at, signature, body }: SignedMessage) =>
    runSample(['verify-webhook.sh', id, `${at}`, signature], body)

  it('take a payment on the payment page, refund a part once, and verify a webhook by openssl', async () => {
    const { reference = '', session_id = '', redirect_url = '' } = await runShop('page')
    await expect(runShop('status', reference, session_id)).rejects.toThrow('404')
    await payOnPage({ session_id, redirect_url }, { card: TEST_CARDS.approved })
    const payment = await runShop('status', reference, session_id)
    expect(payment).toMatchObject({ paid: true, status: 'APPROVED' })
    expect(await runShop('status', 'another-order', session_id)).toMatchObject({ paid: false })

    line.loseAnswers(MANAGE, 1)
    const key = randomUUID()
    const refund = await runShop('refund', reference, `${payment['transaction_id']}`, '500', key)
    expect(refund).toMatchObject({ status: 'APPROVED', transaction_type: 'REFUND', amount: 500 })
    const tries = line.sent.filter(({ path }) => path === MANAGE)
    expect(tries.map(({ headers }) => headers['idempotency-key'])).toEqual([key, key])

    await vi.waitFor(() => expect(received).toHaveLength(2))
    for (const message of received) expect(await verify(message)).toBe('verified\n')
  })

  it('create a session for card fields', async () => {
    line.refuseToken('/api/sessions')
    await expect(runShop('session')).rejects.toThrow('401')
    expect(await runShop('session')).toMatchObject({ status: 'CREATED' })
  })

  it('start a bank payment', async () => {
    const { reference = '', transaction_id = '', redirect } = await runShop('payment')
    expect(redirect).toMatch(/^http/)
    expect(await runShop('status', reference, transaction_id)).toMatchObject({
      paid: false,
      status: 'PENDING',
    })
  })

  it('reject webhooks that are changed, old, from the future, or signed with another secret', async () => {
    const secret = sandbox.webhook?.secret ?? ''
    const at = Math.floor(Date.now() / 1000)
    const body = '{"reference":"é"}\n'
    expect(await verify(sign({ secret, at, body }))).toBe('verified\n')
    await expect(verify({ ...sign({ secret, at, body }), body: body.trim() })).rejects.toThrow('no signature')
    await expect(verify(sign({ secret, at: at - 400, body }))).rejects.toThrow('too far from now')
    await expect(verify(sign({ secret, at: at + 400, body }))).rejects.toThrow('too far from now')
    const { id, signature } = sign({ secret, at, body })
    await expect(runSample(['verify-webhook.sh', id, 'at[$(touch run)]', signature], body)).rejects.toThrow(
      'no number',
    )
    expect(existsSync(join(CURL_FOLDER, 'run'))).toBe(false)
    await expect(verify(sign({ secret: `whsec_${btoa('another')}`, at, body }))).rejects.toThrow(
      'no signature',
    )
  })

  it('name themselves in each request, and show no secret among the arguments of a program', async () => {
    expect(line.sent.filter(({ headers }) => !headers['user-agent']?.startsWith('lantern-shop/'))).toEqual([])
    const seen = await readFile(argumentsFile, 'utf8')
    expect(seen).toContain('/api/hosted-payment-page')
    const tokens = line.sent.map(({ headers }) => headers.authorization?.replace('Bearer ', ''))
    const webhookKey = Buffer.from(sandbox.webhook?.secret.replace('whsec_', '') ?? '', 'base64')
    const secrets = [sandbox.client_secret, sandbox.webhook?.secret, webhookKey.toString('hex'), ...tokens]
    expect(secrets.filter((secret) => secret !== undefined && seen.includes(secret))).toEqual([])
  })
})

/** Programs that write down their arguments, and then run Debian's. */
async function writeListeningPrograms(folder: string, argumentsFile: string) {
  for (const name of ['curl', 'openssl', 'jq', 'od', 'tr', 'cat']) {
    const script = `#!/bin/sh\nprintf '%s\\n' "$*" >>'${argumentsFile}'\nexec /usr/bin/${name} "$@"\n`
    await writeFile(join(folder, name), script, { mode: 0o755 })
  }
}

/** Stores every request that is posted to it. */
async function openSink(received: SignedMessage[]) {
  const server = createWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`])
      const body = Buffer.concat(chunks).toString()
      received.push({
        id: header('id'),
        at: Number(header('timestamp')),
        signature: header('signature'),
        body,
      })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return { url, close: () => server.close() }
}

interface SignedMessage {
  readonly id: string
  readonly at: number
  readonly body: string
  readonly signature: string
}

function sign({ secret, at, body }: { readonly secret: string; readonly at: number; readonly body: string }) {
  const id = `msg_${randomUUID()}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  return { id, at, body, signature }
}

function post(url: string, { id, at, body, signature }: SignedMessage) {
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${at}`,
    ...(signature !== '' && { 'webhook-signature': signature }),
  }
  return fetch(url, { method: 'POST', headers, body })
}

/** Full pages do not call the merchant's server. */
const NO_FRAMES = {
  requestAuthentication: () => Promise.reject(new Error('A full page asked for a call.')),
  completeAuthentication: () => Promise.reject(new Error('A full page asked for a call.')),
}

function environmentOf(
  sandbox: SandboxCredentials,
  { line, port, cache }: { readonly line: Line; readonly port: number; readonly cache: string },
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: tmpdir(),
    SLUICE_CACHE: cache,
    PORT: `${port}`,
    SLUICE_BASE_URL: line.baseUrl,
    SLUICE_AUTH_URL: sandbox.auth_url.replace(sandbox.base_url, line.baseUrl),
    SLUICE_REALM: sandbox.realm,
    SLUICE_CLIENT_ID: sandbox.client_id,
    SLUICE_CLIENT_SECRET: sandbox.client_secret,
    SLUICE_TERMINAL_ID: sandbox.terminal_id,
    SLUICE_WEBHOOK_SECRET: `whsec_${btoa('the secret that comes next')} ${sandbox.webhook?.secret}`,
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && undefined))
    socket.once('error', reject)
  })
}
