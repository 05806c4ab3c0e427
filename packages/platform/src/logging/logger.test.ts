import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function record(log: (logger: ReturnType<typeof createLogger>) => void): {
  text: string
  line: Record<string, unknown>
} {
  let text = ''
  log(createLogger({ level: 'trace', destination: { write: (part) => void (text += part) } }))
  return { text, line: JSON.parse(text) as Record<string, unknown> }
}

/** A card number of 13 to 19 digits. */
const pan = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 }).map((digits) => {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = digit * 2
    return total + (index % 2 === 1 ? digit : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits.join('') + String((10 - (sum % 10)) % 10)
})

const spelledPan = fc
  .tuple(
    pan,
    fc.constantFrom('', ' ', '-', '.', '\u00a0', '\n', '\t', '  ', ' - '.slice(0, 2)),
    fc.integer({ min: 3, max: 6 }),
  )
  .map(([digits, separator, size]) => (digits.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? []).join(separator))

const surrounded = fc
  .tuple(
    fc.constantFrom(
      '',
      'card ',
      'id=',
      '12',
      '7 ',
      '{"pan":"',
      '\\',
      '"',
      '\u0000',
      'x'.repeat(190),
      'x'.repeat(290),
    ),
    spelledPan,
    fc.constantFrom('', ' 12/30', '7', '"}', '\n', ' 123', '\\'),
  )
  .map((parts) => parts.join(''))

function bury(value: string): fc.Arbitrary<unknown> {
  return fc.constantFrom<unknown>(
    value,
    [value],
    { a: { b: [{ c: value }] } },
    { [value]: 1 },
    new Error(value),
    Object.assign(new Error('x', { cause: new Error(value) }), { code: value }),
    new SyntaxError(value),
    Object.assign(new Error('x'), { name: value }),
  )
}

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '')

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)])
}

describe('createLogger', () => {
  it('never logs a card number, at any depth and in any notation', () => {
    fc.assert(
      fc.property(
        surrounded.chain((text) => fc.tuple(fc.constant(text), bury(text))),
        fc.constantFrom('route', 'reason', 'err', 'event', 'body', 'headers'),
        ([text, value], field) => {
          for (const log of [
            (logger: ReturnType<typeof createLogger>) => logger.info({ [field]: value }, text),
            (logger: ReturnType<typeof createLogger>) => logger.error(value as Error, text),
            (logger: ReturnType<typeof createLogger>) => logger.child({ [field]: value }).warn('fixed'),
            (logger: ReturnType<typeof createLogger>) => logger.info({}, text, value as string),
          ]) {
            const written = textsOf(record(log).line).map(digitsOf)
            for (const [, found = ''] of digitsOf(text).matchAll(/(?=(\d{9}))/g)) {
              expect(written.filter((digits) => digits.includes(found))).toEqual([])
            }
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('masks a card number that is a number, and the line stays JSON', () => {
    const { line } = record((logger) => logger.info({ count: 4242424242424242, status: 200 }, 'x'))
    expect(line).toMatchObject({ count: '[card number]', status: 200 })
  })

  it('keeps what support needs: ids, times, templates', () => {
    const fields = {
      request_id: '42424242-4242-4242-8242-424242424242',
      route: '/api/transactions/:id/status',
      status: 200,
      duration_ms: 12,
    }
    const { line } = record((logger) => logger.info(fields, 'answered'))
    expect(line).toMatchObject({ ...fields, level: 'info', msg: 'answered' })
    expect(line['time']).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('omits fields that are not on the list, and marks it', () => {
    const { line, text } = record((logger) =>
      logger.info(
        {
          body: { amount: 1 },
          headers: { authorization: 'Bearer secret' },
          url: '/x?token=secret',
          status: 1,
        },
        'x',
      ),
    )
    expect(text).not.toContain('secret')
    expect(line).toMatchObject({ status: 1, dropped_fields: ['body', 'headers', 'url'] })
  })

  it('reduces errors: kind, code and place, and the message only where no input can be in it', () => {
    const system = record((logger) =>
      logger.error(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })),
    ).line
    expect(system['err']).toMatchObject({
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
    })

    let syntax: unknown
    try {
      JSON.parse('{"cvv":"987"')
    } catch (error) {
      syntax = error
    }
    const { line, text } = record((logger) => logger.error({ err: syntax }))
    expect(text).not.toContain('987')
    expect(line['err']).toMatchObject({
      name: 'SyntaxError',
      at: expect.arrayContaining([expect.stringContaining('logger.test')]) as unknown,
    })
  })

  it('does not use an error as the message', () => {
    class QuotingError extends Error {
      override readonly name = 'QuotingError'
    }
    expect(record((logger) => logger.error(new QuotingError('secret input'))).text).not.toContain(
      'secret input',
    )
    expect(record((logger) => logger.error({ err: new QuotingError('secret input') })).text).not.toContain(
      'secret input',
    )
    expect(record((logger) => logger.error({}, 'got %s', 'secret input')).text).not.toContain('secret input')
  })
})
