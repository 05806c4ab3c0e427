import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { USUAL_OPERATIONS } from '@sluice/types/vocabulary'

import { declareUsual } from '../transactions/index.ts'
import { ConfigurationFileError, loadConfigurationFile } from './load-configuration-file.ts'

const SECRET = randomBytes(32).toString('base64')
const HOOK = `whsec_${randomBytes(32).toString('base64')}`
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-declarations-'))
  writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 })
  writeFileSync(join(folder, 'hook'), HOOK, { mode: 0o600 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a provider with further members. */
function load(members: string) {
  const path = join(folder, 'sluice.yaml')
  writeFileSync(
    path,
    `providers: [{ id: acme, url: 'https://acme.example', secret_file: secret, ${members} }]`,
    { mode: 0o600 },
  )
  const file = loadConfigurationFile(path, {
    environment: 'test',
    masterKey: null,
    maxRetries: 5,
    providerTimeoutMs: 35_000,
  })
  const [provider] = file.providers
  if (!provider) throw new Error('no provider was read')
  const { methods: _, reports: _reports, ...declarations } = provider.capabilities
  return declarations
}

function problemsOf(members: string): readonly string[] {
  try {
    load(members)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error
    return error.problems.map(
      ({ name, got, fix }) => `${name.replace(/^.*providers/, 'providers')}: got ${got}; ${fix}`,
    )
  }
}

describe('declarations of a provider', () => {
  it('have defaults if the file omits them', () => {
    expect(load('fences: false')).toEqual(declareUsual(new Set(USUAL_OPERATIONS), 'none'))
    expect(load('fences: true, operations: [REFUND]')).toEqual(declareUsual(new Set(['REFUND']), 'native'))
    expect(load('operations: [INCREMENT]').operations).toMatchObject({ increment: true, extend: false })
  })

  it('have the exponents and the steps of amounts', () => {
    const { amounts, exponents } = load(
      'declarations: { amounts: { ISK: { exponent: 2 }, IDR: { exponent: 0, min: 5 }, KWD: { multiple_of: 10 }, EUR: { exponent: 2 } } }',
    )
    expect(exponents).toEqual(
      new Map([
        ['ISK', 2],
        ['IDR', 0],
      ]),
    )
    expect(amounts.get('IDR')).toMatchObject({ minMinor: 5, stepMinor: 100 })
    expect(amounts.get('KWD')).toMatchObject({ stepMinor: 10 })
    expect(amounts.get('ISK')?.maxMinor).toBe(Math.floor(Number.MAX_SAFE_INTEGER / 100))
    expect(amounts.get('EUR')).toEqual({ minMinor: 1, maxMinor: Number.MAX_SAFE_INTEGER })
  })

  it('are read call by call', () => {
    const usual = declareUsual(new Set(USUAL_OPERATIONS), 'native')
    const declared = load(`fences: true, callback_secret_files: [hook], declarations: {
      operations: { capture: { several: false }, refund: { partly: false, of_captures: false }, void: [rest] },
      calls: {
        authorization: { fence: none, asynchronous: false },
        capture: { lookup: by-repeat, idempotency: { window: 24h, replays_errors: true, max_key: 30 } },
        refund: { lookup: events-only, deadlines: { unknown: 90m, pending: 14d } } },
      deadlines: { capture: 30d, refund: 180d, void: '21:00' },
      requires: [{ members: [customer.phone], countries: [IN] }],
      amounts: { EUR: { min: 50, max: 1000 }, JPY: { max: 9 } },
      upi_address: true }`)
    expect(declared).toEqual({
      operations: {
        capture: { several: false, partly: true },
        refund: { several: true, partly: false, ofCaptures: false },
        void: new Set(['rest']),
        increment: false,
        extend: false,
        verify: false,
        installments: false,
      },
      calls: {
        ...usual.calls,
        authorization: { ...usual.calls.authorization, fence: 'none', asynchronous: false },
        capture: {
          ...usual.calls.capture,
          lookup: 'by-repeat',
          idempotency: { windowMs: DAY_MS, replaysErrors: true, maxKeyChars: 30 },
        },
        refund: {
          ...usual.calls.refund,
          lookup: 'events-only',
          undo: 'by-their-id',
          deadlines: { unknownMs: 1.5 * HOUR_MS, pendingMs: 14 * DAY_MS },
        },
      },
      deadlines: { captureMs: 30 * DAY_MS, refundMs: 180 * DAY_MS, voidUntilMs: 21 * HOUR_MS },
      requires: [{ members: ['customer.phone'], methods: null, countries: new Set(['IN']) }],
      methodSettings: new Map(),
      exponents: new Map(),
      amounts: new Map([
        ['EUR', { minMinor: 50, maxMinor: 1_000 }],
        ['JPY', { minMinor: 1, maxMinor: 9 }],
      ]),
      takesUpiAddress: true,
    })
  })

  it.each([
    [
      'declarations: { calls: { authorisation: {} } }',
      'providers[0].declarations.calls.authorisation: got an unknown member; correct its name or remove it; secrets can only be set as paths of files',
    ],
    [
      'declarations: { calls: { refund: { look_up: by-our-key } } }',
      'providers[0].declarations.calls.refund.look_up: got an unknown member; correct its name or remove it; secrets can only be set as paths of files',
    ],
    [
      'declarations: { operations: { increment: {} } }',
      'providers[0].declarations.operations.increment: got an unknown member; correct its name or remove it; secrets can only be set as paths of files',
    ],
    [
      'declarations: { calls: { authorization: { fence: promised } } }',
      'providers[0].declarations.calls.authorization.fence: got "promised"; use one of native, cancel-prepared, none',
    ],
    [
      'declarations: { calls: { refund: { fence: cancel-prepared } } }',
      'providers[0].declarations.calls.refund.fence: got cancel-prepared, but refund is never prepared; use native or none',
    ],
    [
      'declarations: { calls: { authorization: { lookup: by-repeat } } }',
      'providers[0].declarations.calls.authorization.lookup: got by-repeat, which does not find authorization; use by-our-key or by-their-id or events-only',
    ],
    [
      'declarations: { calls: { order: { lookup: by-repeat } } }',
      'providers[0].declarations.calls.order.lookup: got by-repeat, which does not find order; use by-our-key or by-their-id or events-only',
    ],
    [
      'declarations: { calls: { refund: { lookup: events-only } } }',
      'providers[0].declarations.calls.refund.lookup: got events-only without a secret that authenticates provider callbacks; add a file to callback_secret_files, or use another lookup',
    ],
    [
      'declarations: { calls: { refund: { deadlines: { pending: 7 days } } } }',
      'providers[0].declarations.calls.refund.deadlines.pending: got "7 days"; use a number and a unit: 90s, 15m, 24h or 7d',
    ],
    [
      "declarations: { deadlines: { void: '24:00' } }",
      'providers[0].declarations.deadlines.void: got "24:00"; use a time of day in UTC such as "23:59"',
    ],
    [
      'operations: [REFUND], declarations: { operations: { capture: { several: false } } }',
      'providers[0].declarations.operations.capture: got a declaration for CAPTURE, which its operations do not list; add CAPTURE to the operations of the provider, or remove the declaration',
    ],
    [
      'declarations: { requires: [{ members: [customer.phone], methods: [payment_upi] }] }',
      'providers[0].declarations.requires[0].methods: got "payment_upi", which the provider does not support; use card',
    ],
    [
      'declarations: { requires: [{ members: [customer.tel] }] }',
      'providers[0].declarations.requires[0].members[0]: got "customer.tel"; use customer.email, customer.phone or another member of customer, or a member of options',
    ],
    [
      'declarations: { amounts: { EUR: { min: 100, max: 50 } } }',
      'providers[0].declarations.amounts.EUR: got an object; use a min that is not above the max',
    ],
  ])('%s', (members, problem) => {
    expect(problemsOf(members)).toEqual([problem])
  })
})
