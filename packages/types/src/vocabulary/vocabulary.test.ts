import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  adviceOf,
  ALTERNATIVE_SIMULATED_FLOWS,
  COUNTRIES,
  CURRENCIES,
  expandRoles,
  expandWebhookFilters,
  familyOf,
  FINGERPRINT_RESULTS,
  isFinalStatus,
  isProcessingCode,
  LANGUAGES,
  LOCALES,
  matchLocale,
  PAYMENT_METHOD_TYPES,
  PROCESSING_CODES,
  processingCode,
  REDIRECT_CODES,
  RESULT_METHOD_TYPES,
  SIMULATED_FLOWS,
  TRANSACTION_STATUSES,
  transactionEventName,
  WEBHOOK_EVENTS,
} from './index.ts'

const isoCodes = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../test/vectors/iso-codes.json', import.meta.url)), 'utf8'),
) as { currencies: Record<string, unknown>; countries: string[] }

describe('lists of names', () => {
  it.each([
    ['processing codes', Object.keys(PROCESSING_CODES), 41],
    ['webhook events', WEBHOOK_EVENTS, 69],
    // Redirect methods are added by a line of their own: the others are these.
    ['payment method types', PAYMENT_METHOD_TYPES, 5 + REDIRECT_CODES.length],
    ['result types', RESULT_METHOD_TYPES, 11 + REDIRECT_CODES.length],
    ['simulated flows of cards', SIMULATED_FLOWS, 60],
    ['simulated flows of alternative methods', ALTERNATIVE_SIMULATED_FLOWS, 8],
    ['currencies', Object.keys(CURRENCIES), 155],
    ['countries', COUNTRIES, 250],
  ])('%s are complete and unique', (_, names, count) => {
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(count)
  })

  it('has redirect codes of three letters, each once', () => {
    expect(new Set(REDIRECT_CODES).size).toBe(REDIRECT_CODES.length)
    expect(REDIRECT_CODES.length).toBeGreaterThanOrEqual(27)
    expect(REDIRECT_CODES.filter((code) => !/^[a-z]{3}$/.test(code))).toEqual([])
  })

  it('agrees with the published ISO tables', () => {
    expect(CURRENCIES).toEqual(isoCodes.currencies)
    expect(COUNTRIES).toEqual(isoCodes.countries)
  })
})

describe('processing codes', () => {
  it('puts every code into the family of its first digit', () => {
    for (const [code, entry] of Object.entries(PROCESSING_CODES)) expect(entry.family).toBe(familyOf(code))
  })

  it('assigns unknown codes to a family, and nothing else', () => {
    expect(familyOf('4999')).toBe('RISK')
    expect(familyOf('9000')).toBe('UNKNOWN')
    expect(familyOf('toString')).toBe('UNKNOWN')
    expect(processingCode('4999')).toBeUndefined()
    expect(isProcessingCode('constructor')).toBe(false)
  })

  it('never advises to fulfil on a code it does not know', () => {
    expect(adviceOf('0000')).toBe('FULFIL')
    expect(adviceOf('0001')).toBe('WAIT_FOR_FINAL_STATUS')
    expect(adviceOf('4999')).toBe('DO_NOT_RETRY')
  })
})

describe('transaction statuses', () => {
  it('waits only while created or pending', () => {
    expect(TRANSACTION_STATUSES.filter((status) => !isFinalStatus(status))).toEqual(['CREATED', 'PENDING'])
  })

  it('names an event for every end', () => {
    expect(transactionEventName('PURCHASE', 'APPROVED')).toBe('transaction-svc:transaction:purchase:approved')
    expect(WEBHOOK_EVENTS).toContain(transactionEventName('VOID', 'SESSION_EXPIRED'))
  })
})

describe('roles', () => {
  it('never includes payouts or charges without the customer in a composite', () => {
    expect(expandRoles(['merchant', 'unknown', 'toString']).has('transactions:payout')).toBe(false)
    expect(expandRoles(['merchant']).size).toBe(8)
    expect(expandRoles(['merchant']).has('transactions:merchant-initiated')).toBe(false)
    expect([...expandRoles(['transactions:payout'])]).toEqual(['transactions:payout'])
  })
})

describe('3-D Secure', () => {
  it('encodes the fingerprint results as JSON', () => {
    for (const [indicator, text] of Object.entries(FINGERPRINT_RESULTS)) {
      expect(atob(text)).toBe(`{"threeDSCompInd":"${indicator}"}`)
    }
  })
})

describe('matchLocale', () => {
  it.each([
    [['sv-FI'], 'sv-SE'],
    [['RO_ro'], 'ro-RO'],
    [['bs-Latn-BA', 'en'], 'bs-BA'],
    [['de-DE', 'sv'], 'sv-SE'],
    [['en-GB', 'sv-SE'], 'en-US'],
    [['constructor', 'xx', ''], 'en-US'],
    [[], 'en-US'],
  ])('%j → %s', (candidates, locale) => {
    expect(matchLocale(candidates)).toBe(locale)
  })

  it('shows every language in its own locale', () => {
    expect(Object.values(LANGUAGES).map(({ locale }) => locale)).toEqual(LOCALES)
  })
})

describe('expandWebhookFilters', () => {
  it('returns every transaction event for *, and those of an outcome for its short name', () => {
    expect(expandWebhookFilters(['*'])).toHaveLength(50)
    expect(expandWebhookFilters(['*']).some((event) => event.startsWith('tokenization'))).toBe(false)
    for (const outcome of ['approved', 'declined', 'canceled', 'session-expired', 'invalid']) {
      const events = expandWebhookFilters([`transaction:${outcome}`])
      expect(events).toHaveLength(10)
      expect(events.every((event) => event.endsWith(`:${outcome}`))).toBe(true)
    }
  })

  it('returns each event once, and nothing for an invalid filter', () => {
    const named = 'transaction-svc:transaction:purchase:approved'
    expect(expandWebhookFilters([named, 'transaction:approved', '*', ...WEBHOOK_EVENTS])).toEqual(
      WEBHOOK_EVENTS,
    )
    expect(expandWebhookFilters([named, named])).toEqual([named])
    expect(expandWebhookFilters(['', 'transaction:', 'approved', 'transaction:ed', ':approved'])).toEqual([])
  })
})
