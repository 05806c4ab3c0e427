import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Transaction, WebhookSubscriptionCreated } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { ID, listTranscript, PRINTED_ID } from '../../../tools/printed-commands.ts'
import { type GatewayProgram, runProgram, startProgram } from './gateway-program.ts'
import { runCommand } from './run-command.ts'
import { startWebhookReceiver } from '../../gateway/test/webhook-receiver.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Documents with a transcript, and how many commands each has. The first begins with a gateway that has no payments. */
const TRANSCRIPTS = [
  ['docs/command-line.md', 11],
  ['README.md', 6],
] as const

let folder: string
let dataDir: string
let program: GatewayProgram

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-commands-'))
  dataDir = join(folder, '.sluice')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  program = await startProgram({ SLUICE_LOG_LEVEL: 'error' }, '--port', '0', '--data', dataDir)
})
afterAll(async () => {
  await program.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

/** Types lines into a shell in the folder of the gateway, where the root's programs are installed. */
async function typeLines(
  lines: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { SLUICE_DATA_DIR: _, ...env } = process.env
  const shell = spawn('bash', ['-c', ['shopt -s expand_aliases', ...lines].join('\n')], {
    cwd: folder,
    env: { ...env, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close'),
  ])
  return { code: code as number | null, stdout, stderr }
}

/** Runs the program to its end, with a start of its own. */
const type = (command: string) => runProgram([...command.split(' '), '--data', dataDir])

/** Runs a command in this process, so that nothing has to be loaded again for each. */
const run = (command: string) => runCommand([...command.split(' '), '--data', dataDir])

async function typeJson<T>(command: string): Promise<T> {
  const { code, stdout, stderr } = await run(`${command} --json`)
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/^[^\n]+\n$/)
  return JSON.parse(stdout) as T
}

describe('the commands at a running gateway', () => {
  it.each(TRANSCRIPTS)('do what the transcript of %s shows, line by line', async (document, commands) => {
    const transcript = listTranscript(readFileSync(join(ROOT, document), 'utf8'))
    expect(transcript).toHaveLength(commands)
    let lastId = ''
    // An alias or a variable is of the shell, so each command follows those that were set before it.
    const settings: string[] = []
    for (const { command, output } of transcript) {
      if (/^(alias|export) /.test(command)) settings.push(command)
      const { code, stdout, stderr } = await typeLines([...settings, command.replace(PRINTED_ID, lastId)])
      expect([code, stderr.replace(/^--idempotency-key .+\n$/, '')], command).toEqual([0, ''])
      expect(stdout.trimEnd(), command).toMatch(output)
      lastId = ID.exec(stdout)?.[0] ?? lastId
    }
  })

  it('refund once with the same Idempotency-Key, and refuse more than is left', async () => {
    const { transaction_id: id } = await typeJson<{ transaction_id: string }>('trigger NO_3DS')
    const refund = `payments refund ${id} --amount 300 --idempotency-key 0189ad5c-7d2e-7c6a-9d1b-0242ac120002`
    const first = await typeJson<Transaction>(refund)
    expect(await typeJson<Transaction>(refund)).toMatchObject({ id: first.id })
    const { code, stdout, stderr } = await run(`payments refund ${id} --amount 999999`)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('amount')
  })

  it('increase an authorization once for each key, and extend all of it', async () => {
    const { parent_transaction_id: id } = await typeJson<{ parent_transaction_id: string }>(
      'trigger increment',
    )
    const increment = `payments increment ${id} --amount 300 --idempotency-key 0189ad5c-7d2e-7c6a-9d1b-0242ac120003`
    const first = await typeJson<Transaction>(increment)
    expect(first).toMatchObject({ transaction_type: 'INCREMENT', amount: 300, status: 'APPROVED' })
    expect(await typeJson<Transaction>(increment)).toMatchObject({ id: first.id })
    // 18.50 were authorized, and the trigger added a half.
    const { stdout: shown } = await run(`payments show ${id}`)
    expect(shown).toMatch(/^authorized 30\.75 EUR, open 30\.75 EUR, capture before 20/m)

    const extended = { transaction_type: 'EXTEND', amount: 3_075, status: 'APPROVED' }
    expect(await typeJson<Transaction>(`payments extend ${id}`)).toMatchObject(extended)
    for (const [command, code, problem] of [
      [`payments increment ${id}`, 2, 'increment requires --amount: the added amount in minor units.'],
      [`payments increment ${id} --amount 1851`, 1, 'must not exceed 1850'],
    ] as const) {
      const refused = await run(command)
      expect([refused.code, refused.stdout]).toEqual([code, ''])
      expect(refused.stderr).toContain(problem)
    }
    await typeJson<Transaction>(`payments void ${id}`)
    expect((await run(`payments increment ${id} --amount 1`)).code).toBe(1)
    const late = await run(`payments extend ${id}`)
    expect(late).toMatchObject({ code: 1, stderr: 'This payment has nothing left to extend.\n' })
  })

  it('act on a payment that is there, or take one first', async () => {
    const { transaction_id: paid } = await typeJson<{ transaction_id: string }>('trigger NO_3DS')
    const amountOf = async (id: string) => {
      const { transaction } = await typeJson<{ transaction: Transaction }>(`payments show ${id}`)
      return [transaction.transaction_type, transaction.amount, transaction.status]
    }
    const trigger = async (flow: string) => {
      const done = await typeJson<{ transaction_id: string; parent_transaction_id: string }>(
        `trigger ${flow}`,
      )
      return { parent: done.parent_transaction_id, done: await amountOf(done.transaction_id) }
    }
    expect(await trigger(`refund --for ${paid} --response-code 1004`)).toEqual({
      parent: paid,
      done: ['REFUND', 1850, 'DECLINED'],
    })
    expect(await trigger(`partial-refund --for ${paid}`)).toEqual({
      parent: paid,
      done: ['REFUND', 925, 'APPROVED'],
    })
    expect(await trigger(`refund --for ${paid}`)).toEqual({ parent: paid, done: ['REFUND', 925, 'APPROVED'] })
    const { code, stderr } = await run(`trigger refund --for ${paid}`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${paid} has nothing left to refund`)])

    const first = await trigger('partial-capture')
    expect(first.done).toEqual(['CAPTURE', 925, 'APPROVED'])
    expect(await trigger(`void --for ${first.parent}`)).toEqual({
      parent: first.parent,
      done: ['VOID', 925, 'APPROVED'],
    })
    for (const [flow, kind] of [
      ['capture', 'CAPTURE'],
      ['refund', 'REFUND'],
      ['void', 'VOID'],
      ['extend', 'EXTEND'],
    ] as const)
      expect((await trigger(flow)).done).toEqual([kind, 1850, 'APPROVED'])
  })

  it('print lists for programs, and explain misuse', async () => {
    const { stdout } = await run('payments list --ndjson --limit 2')
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => Object.hasOwn(JSON.parse(line) as object, 'id')),
    ).toEqual([true, true])
    const { code: misused, stderr: said } = await type('payments show')
    expect([misused, said]).toEqual([2, expect.stringContaining('payments show requires <id>')])
    for (const [command, code, problem] of [
      ['payments list --status PAID', 2, '--status must be one of'],
      ['payments show unknown', 1, 'This merchant has no transaction unknown'],
      ['trigger SOMETHING', 2, 'Unknown flow SOMETHING'],
      ['trigger CHALLENGE --for 019c', 2, 'creates its own payment'],
      ['trigger refund --for unknown', 1, 'This merchant has no transaction unknown'],
      ['clock advance soon', 2, 'whole number'],
      ['clock advance 99999999', 1, 'returned 422: advance_seconds must be between 0 and '],
      ['sandbox restore unknown', 1, 'returned 404: Not Found.\n'],
      ['sandbox restore unknown --json', 1, 'returned 404: Not Found.\n'],
      ['sandbox create --webhook-url ftp://shop.example', 1, 'returned 422: webhook_url '],
    ] as const) {
      const ended = await run(command)
      expect([ended.code, ended.stdout], command).toEqual([code, ''])
      expect(ended.stderr).toContain(problem)
      expect(ended.stderr).not.toMatch(/[{}]/)
    }
  })
})

describe('verify', () => {
  it('checks the signature of a captured webhook by the secret or by the gateway, and explains a failure', async () => {
    const { id, secret, message } = await receiveMessage()
    const file = join(dataDir, 'captured.http')
    const head = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const write = (body: string) =>
      writeFileSync(file, `POST /webhooks HTTP/1.1\r\n${head.join('')}\r\n${body}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const setSecret = (value: string | undefined) => vi.stubEnv('SLUICE_WEBHOOK_SECRET', value)
    const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    // The capture is older than receivers allow, by the clock of the gateway.
    expect((await run('clock advance 3600')).code).toBe(0)
    const changed = message.body.replace('1850', '1')
    expect(changed).not.toBe(message.body)
    for (const [body, options, known, code, cause] of [
      [message.body, '', `${foreign},${secret}`, 0, 'verified'],
      [message.body, '', foreign, 1, 'signature_mismatch'],
      [message.body, ` --subscription ${id}`, undefined, 0, 'verified'],
      [changed, ` --subscription ${id}`, undefined, 1, 'body_changed'],
    ] as const) {
      write(body)
      setSecret(known)
      const { code: ended, stdout, stderr } = await run(`verify ${file}${options}`)
      expect([ended, stderr], cause).toEqual([code, ''])
      expect(stdout).toMatch(new RegExp(`^${cause}  .+\\.\\n$`))
      expect(stdout).not.toContain(secret)
    }
    write(message.body)
    setSecret(secret)
    const { stdout } = await run(`verify ${file} --json`)
    expect(JSON.parse(stdout)).toMatchObject({ verified: true, cause: null })
  })

  it('explains misuse', async () => {
    const file = join(dataDir, 'captured.http')
    writeFileSync(file, 'webhook-id: msg_1\n\n{}')
    for (const [command, code, problem] of [
      [`verify ${file}`, 2, 'set SLUICE_WEBHOOK_SECRET'],
      [`verify ${join(dataDir, 'nothing.http')}`, 2, 'no such file or directory'],
      [`verify ${file} --subscription unknown`, 1, ''],
    ] as const) {
      const ended = await run(command)
      expect([ended.code, ended.stdout], command).toEqual([code, ''])
      expect(ended.stderr).toContain(problem)
    }
  })

  /** A message that the gateway sent for a payment, and the subscription that it was sent for. */
  async function receiveMessage() {
    const receiver = await startWebhookReceiver()
    const subscriptions = `${program.ready.base_url}/simulators/webhooks/subscriptions`
    const answer = await fetch(subscriptions, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url }),
    })
    const { id, secret } = (await answer.json()) as WebhookSubscriptionCreated
    onTestFinished(async () => {
      await fetch(`${subscriptions}/${id}`, { method: 'DELETE' })
      await receiver.close()
    })
    await typeJson('trigger NO_3DS')
    await expect.poll(() => receiver.messages.length).toBeGreaterThan(0)
    const [message] = receiver.messages
    if (message === undefined) throw new Error('nothing arrived')
    return { id, secret, message }
  }
})

describe('completion', () => {
  it('prints a script and needs no gateway', async () => {
    const { code, stdout, stderr } = await runProgram(['completion', 'bash'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('complete -F _sluice_gateway sluice-gateway')
  })
})

describe('the commands at a production gateway', () => {
  it('require --yes before money moves, and offer no tool for tests', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"status":"ready","environment":"production"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = {
      SLUICE_BASE_URL: url,
      SLUICE_AUTH_URL: url,
      SLUICE_REALM: 'sluice',
      SLUICE_CLIENT_ID: 'c',
      SLUICE_CLIENT_SECRET: 's',
    }
    for (const [command, code, problem] of [
      ['payments refund x', 2, 'Add --yes to confirm'],
      ['clock advance 1', 1, 'only works in the test environment'],
    ] as const) {
      const ended = await runProgram(command.split(' '), env)
      expect([ended.code, ended.stdout]).toEqual([code, ''])
      expect(ended.stderr).toContain(problem)
    }
    expect(new Set(asked)).toEqual(new Set(['/health/ready']))
  })
})
