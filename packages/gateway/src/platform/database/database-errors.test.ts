import { describe, expect, it } from 'vitest'

import { isDatabaseOutage, isTransactionConflict, isUniqueViolation } from './database-errors.ts'

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

describe('isDatabaseOutage', () => {
  it.each([
    '08006',
    '53300',
    '57P01',
    '57P03',
    '57014',
    '40001',
    '55P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_IOERR_FSYNC',
  ])('is one with code %s', (code) => {
    expect(isDatabaseOutage(failure(code))).toBe(true)
  })

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('is one without a code: %s', (message) => {
    expect(isDatabaseOutage(new Error(message))).toBe(true)
  })

  it.each([
    failure('23505'),
    failure('42601'),
    failure('22P02'),
    failure('SQLITE_CONSTRAINT_UNIQUE'),
    failure('ERR_INVALID_ARG_TYPE'),
    new TypeError('undefined is not a function'),
    '57P01',
    null,
  ])('is none: %s', (error) => {
    expect(isDatabaseOutage(error)).toBe(false)
  })
})

describe('isTransactionConflict', () => {
  it('is what may succeed at once, an outage is not', () => {
    expect(
      ['40001', '40P01', '55P03', 'SQLITE_BUSY_SNAPSHOT'].every((code) =>
        isTransactionConflict(failure(code)),
      ),
    ).toBe(true)
    expect(
      ['57P01', '57014', 'ECONNRESET', '23505'].some((code) => isTransactionConflict(failure(code))),
    ).toBe(false)
  })
})

describe('isUniqueViolation', () => {
  it('knows the table on both databases', () => {
    const postgres = Object.assign(failure('23505'), { table: 'sessions' })
    const sqlite = failure(
      'SQLITE_CONSTRAINT_PRIMARYKEY',
      'UNIQUE constraint failed: sessions.merchant_id, sessions.id_hash',
    )
    for (const error of [postgres, sqlite]) {
      expect(isUniqueViolation(error)).toBe(true)
      expect(isUniqueViolation(error, 'sessions')).toBe(true)
      expect(isUniqueViolation(error, 'session')).toBe(false)
    }
    expect(isUniqueViolation(failure('SQLITE_CONSTRAINT_NOTNULL'))).toBe(false)
    expect(isUniqueViolation(failure('23503'))).toBe(false)
  })
})
