import { expect } from 'vitest'

import { KEYS } from './matrix-world.ts'

/** A text that was sent or written, with its place. */
export interface Trace {
  readonly where: string
  readonly text: string
}

/** Returns the forms in which a card's secrets may be found: in clear, in groups, encoded, or the security code as a member. */
function secretsOf(cards: readonly string[], cvv: string): readonly (readonly [string, RegExp])[] {
  const literal = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return [
    ...Object.entries(KEYS).map(([name, key]) => [`key ${name}`, literal(key)] as const),
    ...cards.flatMap((number) => {
      const groups = number.match(/.{1,4}/g) ?? []
      return [
        [`card …${number.slice(-4)}`, literal(number)],
        [`card …${number.slice(-4)} in groups`, new RegExp(groups.join('[ -]'))],
        [`card …${number.slice(-4)} in Base64`, literal(Buffer.from(number).toString('base64').slice(0, 20))],
      ] as const
    }),
    ['security code', new RegExp(`(cvv|cvc|security_code)["\\]]*[=:] ?"?${cvv}\\b`, 'i')],
  ]
}

/** Searches everything for keys, card numbers and security codes. */
export function expectNothingSecret(traces: readonly Trace[], cards: readonly string[], cvv: string): void {
  expect(traces.filter(({ text }) => text !== '').length).toBeGreaterThan(0)
  const secrets = secretsOf(cards, cvv)
  const found = traces.flatMap(({ where, text }) => {
    const decoded = decodePercents(text)
    return secrets
      .filter(([, pattern]) => pattern.test(text) || pattern.test(decoded))
      .map(([what]) => `${what} in ${where}`)
  })
  expect([...new Set(found)]).toEqual([])
}

/** A form in a text: everything that is an encoding of something. */
function decodePercents(text: string): string {
  return text.replaceAll(/(?:%[0-9A-F]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}
