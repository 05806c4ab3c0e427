import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { listChangedMembers, listRewritings, type Rewriting } from './json-differences.ts'

const SENT = JSON.stringify({
  event: 'transaction-svc:transaction:purchase:approved',
  payload: { amount: 1850, description: 'Smörgås 1/2', metadata: { b: 1, a: [1, 2] } },
})

const reversed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

/** Small: what matters is the mixture. */
const ANY_JSON = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 1, stringUnit: 'binary' }),
  { maxKeys: 4 },
)

const escaped = (text: string) =>
  text.replaceAll(/[\x7f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('the changes that a receiver makes when it serializes JSON again', () => {
  it.each<[string, Rewriting, string]>([
    ['a pretty printer', 'white space', JSON.stringify(JSON.parse(SENT), null, 2)],
    ['Python', 'white space', SENT.replaceAll(/([,:])(?=["[{0-9])/g, '$1 ')],
    ['a file', 'white space at the end', `${SENT}\n`],
    ['a map', 'the order of members', JSON.stringify(reversed(JSON.parse(SENT)))],
    ['a writer of ASCII', 'escapes in strings', escaped(SENT)],
    ['PHP', 'escapes in strings', SENT.replaceAll('/', '\\/')],
    ['a float', 'how numbers are written', SENT.replace('1850', '1850.0')],
    ['a text editor', 'a byte order mark', `\uFEFF${SENT}`],
    ['a concatenation', 'repeated members', SENT.replace('{"event"', '{"event":"x","event"')],
  ])('%s: %s', (_, rewriting, received) => {
    expect(listRewritings(SENT, received)).toEqual([rewriting])
  })

  it('is nothing for the same text, and no question for another value or no JSON', () => {
    expect(listRewritings(SENT, SENT)).toEqual([])
    expect(listRewritings(SENT, SENT.replace('1850', '1851'))).toBeNull()
    expect(listRewritings(SENT, 'event=x')).toBeNull()
    expect(listRewritings(SENT, SENT.slice(0, -1))).toBeNull()
  })

  it('is not searched in a text that is not JSON', () => {
    const [matchAll, match] = [vi.spyOn(String.prototype, 'matchAll'), vi.spyOn(String.prototype, 'match')]
    const hostile = `"${'\\"'.repeat(20_000)}`
    expect(listRewritings(hostile, hostile)).toBeNull()
    expect(listChangedMembers(hostile, hostile)).toEqual([])
    expect(matchAll.mock.calls.length + match.mock.calls.length).toBe(0)
  })

  it('is not searched deeper than messages are nested', () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    expect(listRewritings(SENT, deep)).toBeNull()
    expect(listChangedMembers(SENT, deep)).toEqual([])
  })

  it('is found in any JSON, several at once', () => {
    fc.assert(
      fc.property(ANY_JSON, (value) => {
        const sent = JSON.stringify(value)
        expect(listRewritings(sent, sent)).toEqual([])
        const pretty = JSON.stringify(reversed(JSON.parse(sent)), null, 2)
        const found = listRewritings(sent, `\uFEFF${escaped(pretty)}\n`)
        expect(found).toContain('a byte order mark')
        const isEscaped = escaped(sent) !== sent
        expect(found?.includes('escapes in strings')).toBe(isEscaped)
        const isReordered = JSON.stringify(reversed(JSON.parse(sent))) !== sent
        if (!isReordered) expect(found).not.toContain('the order of members')
      }),
    )
  })
})

describe('the receiver’s changes', () => {
  it('is named by its path', () => {
    const received = JSON.stringify({
      event: 'transaction-svc:transaction:purchase:approved',
      payload: { amount: 1, description: 'Smörgås 1/2', metadata: { a: [1], b: 1 }, more: null },
    })
    expect(listChangedMembers(SENT, received)).toEqual([
      'payload.amount',
      'payload.metadata.a',
      'payload.more',
    ])
    expect(listChangedMembers(SENT, '[]')).toEqual(['everything'])
    expect(listChangedMembers(SENT, 'nothing')).toEqual([])
  })
})

describe('messages that nest', () => {
  const lists = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`
  const inObjects = (depth: number, value: number) => `${'{"a":'.repeat(depth)}${value}${'}'.repeat(depth)}`

  it('are compared to the depth that a message may have, and no deeper', () => {
    expect(listChangedMembers(inObjects(20, 1), inObjects(20, 2))).toHaveLength(1)
    expect(listChangedMembers(inObjects(21, 1), inObjects(21, 2))).toEqual([])
    expect(listChangedMembers(lists(20), '[]')).not.toEqual([])
    expect(listChangedMembers(lists(21), '[]')).toEqual([])
  })

  it('are not too deep merely because an object has many members', () => {
    const sent = `{"list":[${Array.from({ length: 50 }, () => '{"a":[1]}').join()}],"b":1}`
    expect(listChangedMembers(sent, sent.replace('"b":1', '"b":2'))).toEqual(['b'])
  })
})
