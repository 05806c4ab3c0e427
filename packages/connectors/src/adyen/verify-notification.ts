import { hmacSha256, isSameSignature, type JsonObject, objectOf, textOf } from '../kit/index.ts'

/** The members of a standard webhook that Adyen signs, in order. The signature covers nothing else. */
const SIGNED = [
  'pspReference',
  'originalReference',
  'merchantAccountCode',
  'merchantReference',
  'amount.value',
  'amount.currency',
  'eventCode',
  'success',
] as const

/** Any other value would be read as an empty key, with which anyone can sign. */
const HMAC_KEY = /^[0-9a-f]{64}$/i

/** Returns whether one of the keys signed an item. Every key is tried, in constant time. */
export function isSigned(item: JsonObject, hmacKeys: readonly string[]): boolean {
  const given = Buffer.from(textOf(objectOf(item, 'additionalData'), 'hmacSignature') ?? '', 'base64')
  const text = SIGNED.map((path) => valueAt(item, path)).join(':')
  const keys = hmacKeys.filter((key) => HMAC_KEY.test(key))
  const matches = keys.map((key) => isSameSignature(given, hmacSha256(Buffer.from(key, 'hex'), text)))
  return matches.includes(true)
}

function valueAt(item: JsonObject, path: (typeof SIGNED)[number]): string {
  const [name = '', nested] = path.split('.')
  const value = nested === undefined ? item[name] : objectOf(item, name)?.[nested]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
