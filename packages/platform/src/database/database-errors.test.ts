import { describe, expect, it } from 'vitest'

import {
  DatabaseBusyError,
  isDatabaseOutage,
  isLockConflict,
  isReadOnlyServer,
  isTransactionConflict,
  isUniqueViolation,
  isUnknownName,
  LostConnectionError,
  LostFlushError,
  SlowFlushError,
  UnreadableAnswerError,
} from './database-errors.ts'

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
    '25006',
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_IOERR_FSYNC',
  ])('is one with code %s', (code) => {
    expect(isDatabaseOutage(failure(code))).toBe(true)
  })

  it.each([new DatabaseBusyError(), new SlowFlushError(), new LostFlushError('EIO')])(
    'is one, and no reason to repeat the same: $name',
    (error) => expect([isDatabaseOutage(error), isTransactionConflict(error)]).toEqual([true, false]),
  )

  it.each([
    failure('58030', 'could not flush the log'),
    failure('25P04'),
    failure('40001', 'the session conflicts with recovery'),
    failure('26000'),
    failure('23505'),
    failure('EHOSTUNREACH'),
    failure('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'),
    new Error('Connection terminated unexpectedly'),
    new Error('Received unexpected commandComplete message from backend.'),
  ])('is a lost connection, and nothing else, after: %s', (cause) => {
    const lost = new LostConnectionError(cause)
    expect(isDatabaseOutage(lost)).toBe(true)
    const says = [isTransactionConflict, isUniqueViolation, isUnknownName, isReadOnlyServer]
    expect(says.map((asks) => asks(lost))).toEqual([false, false, false, false])
    expect(lost).toMatchObject({ message: cause.message, cause })
  })

  it('logs the code of its cause, or the message if there is none', () => {
    const lost = new LostConnectionError(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))
    expect(lost).toMatchObject({ message: 'ECONNREFUSED', code: 'ECONNREFUSED' })
  })

  it.each([
    failure('23505'),
    failure('42601'),
    failure('22P02'),
    failure('SQLITE_CONSTRAINT_UNIQUE'),
    failure('ERR_INVALID_ARG_TYPE'),
    new UnreadableAnswerError(new RangeError('too large')),
    new TypeError('undefined is not a function'),
    '57P01',
    null,
  ])('is none: %s', (error) => {
    expect(isDatabaseOutage(error)).toBe(false)
  })
})

describe('isTransactionConflict', () => {
  it('includes what may succeed at once, but not an outage', () => {
    expect(
      ['40001', '40P01', '55P03', 'SQLITE_BUSY_SNAPSHOT'].every((code) =>
        isTransactionConflict(failure(code)),
      ),
    ).toBe(true)
    expect(['57P01', '57014', '25006', '23505'].some((code) => isTransactionConflict(failure(code)))).toBe(
      false,
    )
  })
})

describe('isLockConflict', () => {
  it('is a row that another transaction holds', () => {
    expect(['40P01', '55P03'].every((code) => isLockConflict(failure(code)))).toBe(true)
    expect(['40001', '26000', '57014'].some((code) => isLockConflict(failure(code)))).toBe(false)
  })
})

describe('isUniqueViolation', () => {
  it('returns the table on both databases', () => {
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
