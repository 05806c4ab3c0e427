/**
 * Searches a gateway's memory for card data after its payments have ended: there is none, neither in strings and their
 * pieces nor in buffers. A security code that has become a number cannot be distinguished from other numbers, and is
 * not searched.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Envelope } from '@sluice/types'
import { expect, it, onTestFinished } from 'vitest'

import { MerchantAtGateway, type PaymentInput } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { type AtTheBank, shop } from '../packages/gateway/test/shopper.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { type MemoryDump, readMemoryDump } from './memory-dump.ts'

interface CardOfOurs {
  readonly number: string
  readonly cvv: string
}

/** Longer than what a gateway remembers for seconds. */
const LATER_MS = 120_000

/** A dump and its search take seconds, on a busy machine a minute. */
const TIME_LIMIT_MS = 300_000

const SAVING = { tokenization: { save_card_for_future_payments: true } }

/** Ways to an end, each with a card of its own. */
const WAYS: readonly {
  readonly input: PaymentInput
  readonly atTheBank?: AtTheBank
  readonly ends: string
}[] = [
  { input: { flow: 'NO_3DS' }, ends: 'APPROVED' },
  { input: { flow: 'FRICTIONLESS_SUCCESS' }, ends: 'APPROVED' },
  { input: { flow: 'FRICTIONLESS_REJECTED' }, ends: 'DECLINED' },
  { input: { flow: 'CHALLENGE' }, atTheBank: ['1234'], ends: 'APPROVED' },
  { input: { flow: 'CHALLENGE' }, atTheBank: ['1111'], ends: 'DECLINED' },
  { input: { flow: 'CHALLENGE' }, atTheBank: ['cancel'], ends: 'CANCELED' },
  { input: { flow: 'NO_3DS', body: SAVING }, ends: 'APPROVED' },
  { input: { card: { expirationYear: '2020' } }, ends: 'INVALID' },
  { input: { flow: 'NO_3DS', body: { transaction_type: 'AUTHORIZE' } }, ends: 'APPROVED' },
]

/** Cards of a scheme whose codes have four digits, with codes that do not occur in the memory otherwise. */
function makeCards({ texts, buffers }: MemoryDump, time: number): readonly CardOfOurs[] {
  let code = 5_003 + time * 1_013
  return WAYS.map((_, place) => {
    do code += 97
    while (standsAlone(texts, String(code)) || standsAlone(buffers, String(code)))
    return { number: addCheckDigit(`3714${9_132_440_077 + (time * 100 + place) * 7_919}`), cvv: String(code) }
  })
}

function addCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

/** Returns whether digits occur in a text on their own, not as a part of a longer number, an id or a ciphertext. */
function standsAlone(text: string, digits: string): boolean {
  if (!text.includes(digits)) return false
  return new RegExp(`(?<![0-9A-Za-z_+/=-])${digits}(?![0-9A-Za-z_+/=-])`).test(text)
}

/** Bytes of two for each character, as the engine keeps texts that are not Latin. */
const wide = (digits: string): string => [...digits].join('\0')

/** Returns the places that contain card data; in words, so that a failure shows no card. */
function findCards({ texts, names, buffers }: MemoryDump, cards: readonly CardOfOurs[]): readonly string[] {
  return cards.flatMap(({ number, cvv }, place) => [
    ...(texts.includes(number) ? [`number of card ${place} in a string`] : []),
    ...(names.includes(number) ? [`number of card ${place} in a name or a number`] : []),
    ...(standsAlone(texts, cvv) ? [`code of card ${place} in a string`] : []),
    ...(buffers.includes(number) || buffers.includes(wide(number))
      ? [`number of card ${place} in a buffer`]
      : []),
    ...(standsAlone(buffers, cvv) ? [`code of card ${place} in a buffer`] : []),
  ])
}

async function pay(
  merchant: MerchantAtGateway,
  card: CardOfOurs,
  { input, atTheBank }: (typeof WAYS)[number],
) {
  const request = await merchant.cardRequest({ ...input, card: { ...input.card, ...card } })
  const first = await merchant.post<Envelope>('/api/transactions/authorize', request)
  const { envelope } = await shop(first, merchant, atTheBank)
  return envelope.result?.status
}

async function dump(gateway: GatewayProcess, folder: string): Promise<MemoryDump> {
  const path = join(folder, 'memory')
  await gateway.dump(path)
  return readMemoryDump(path)
}

it.each(['SQLite', 'PostgreSQL'])(
  'when payments have ended, memory contains nothing of their cards (%s)',
  async (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-heap-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const gateway = await startGatewayProcess(
      { port: '0', data: join(folder, 'data') },
      { env: database === 'SQLite' ? {} : { SLUICE_DATABASE_URL: await makeDatabase() } },
    )
    onTestFinished(() => gateway.close())
    const merchant = new MerchantAtGateway(gateway.ready)
    const findAfterPayments = async (time: number) => {
      const cards = makeCards(await dump(gateway, folder), time)
      const ends = []
      for (const [place, way] of WAYS.entries())
        ends.push(await pay(merchant, cards[place] ?? { number: '', cvv: '' }, way))
      expect(ends).toEqual(WAYS.map(({ ends: end }) => end))
      await gateway.advance(LATER_MS)
      return findCards(await dump(gateway, folder), cards)
    }
    const found = await findAfterPayments(0)
    expect(found.filter((what) => what.startsWith('number'))).toEqual([])
    if (found.length === 0) return
    // A port, a duration or a process may have come to the four digits of a code: not to those of another code as well.
    const foundAgain = await findAfterPayments(1)
    expect(found.filter((what) => foundAgain.includes(what))).toEqual([])
  },
  TIME_LIMIT_MS,
)

async function makeDatabase(): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return postgres.createDatabase()
}
