import { Secret } from '@sluice/shared/secret'

import type { Exchange } from '../src/kit/index.ts'
import type { RevealedRequest, Send } from '../src/runtime/index.ts'

/** The places of secrets in a provider's API. They are found everywhere else. */
export interface SecretPlaces {
  readonly apiKey: string
  /** The one header that has the API key. */
  readonly keyHeader: string
  /** It is never sent. */
  readonly webhookSecret?: string
  /** The paths of requests whose body has a card. */
  readonly cardPaths: RegExp
}

/** Searches everything that a connector sends, prints, answers and reads for secrets. What it finds is thrown, so that the test fails. */
export interface SecretWatch {
  /** Records the card of a call. */
  readonly learn: (message: object) => void
  /** Searches each request before it is sent. */
  readonly watchSend: (send: Send) => Send
  /** Searches what a log may print of an exchange, and everything that the provider answered. */
  readonly seePrinted: (exchange: Exchange) => void
  /** Searches what a connector hands to the gateway, which stores and logs it. */
  readonly seeTold: (told: unknown) => void
}

/** A secret, and the forms of it that count as found. */
interface Sought {
  readonly name: string
  readonly kind: 'card' | 'API key' | 'webhook secret'
  readonly pattern: RegExp
}

/** A shorter one is a part of many numbers: it counts as the whole value of a member. */
const LONG_CHARS = 8

export function watchSecrets({ apiKey, webhookSecret, keyHeader, cardPaths }: SecretPlaces): SecretWatch {
  const sought = new Map<string, Sought>([
    [apiKey, { name: 'the API key', kind: 'API key', pattern: formsOf(apiKey) }],
  ])
  if (webhookSecret !== undefined)
    sought.set(webhookSecret, {
      name: 'the webhook secret',
      kind: 'webhook secret',
      pattern: formsOf(webhookSecret),
    })
  const search = (where: string, text: string, isAllowed: (one: Sought) => boolean = () => false): void => {
    const plain = decode(text)
    for (const one of sought.values())
      if (!isAllowed(one) && (one.pattern.test(text) || one.pattern.test(plain)))
        throw new Error(`${one.name} is in ${where}`)
  }
  const seeRequest = ({ method, path, headers, body }: RevealedRequest): void => {
    const where = `${method} ${path.split('?', 1)[0] ?? ''}`
    search(`the path of ${where}`, path)
    for (const [name, value] of Object.entries(headers))
      search(`the header ${name} of ${where}`, value, ({ kind }) => kind === 'API key' && name === keyHeader)
    search(`the body of ${where}`, body, ({ kind }) => kind === 'card' && cardPaths.test(path))
  }
  return {
    learn: (message) => {
      for (const [name, value] of secretsIn(message))
        sought.set(value, { name: `${name} of the card`, kind: 'card', pattern: formsOf(value) })
    },
    watchSend: (send) => (request, limitMs) => {
      seeRequest(request)
      return send(request, limitMs)
    },
    seePrinted: (exchange) => search(`what is printed of ${exchange.request.name}`, JSON.stringify(exchange)),
    seeTold: (told) => search('what the gateway is told', JSON.stringify(told)),
  }
}

/** Returns the secrets of a message, wherever they are in it. */
function secretsIn(message: object): readonly (readonly [name: string, value: string])[] {
  return Object.entries(message).flatMap(([name, value]: [string, unknown]) => {
    if (value instanceof Secret)
      return typeof value.reveal() === 'string' ? [[name, String(value.reveal())]] : []
    return typeof value === 'object' && value !== null ? secretsIn(value) : []
  })
}

/** Matches a value as it is, in groups of four, and in Base64. */
function formsOf(value: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  if (value.length < LONG_CHARS) return new RegExp(`["=]${literal(value)}(?:["\\\\&]|$)`)
  const groups = (value.match(/.{1,4}/g) ?? []).map(literal)
  return new RegExp([literal(value), groups.join('[ -]'), literal(base64Of(value))].join('|'))
}

/** Encodes a value without the end, which depends on the following bytes. */
function base64Of(value: string): string {
  return Buffer.from(value)
    .toString('base64')
    .slice(0, Math.floor(value.length / 3) * 4)
}

/** The decoded text of a form or an address; JSON may contain percent signs that encode nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
