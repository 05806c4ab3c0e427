import { expect, it } from 'vitest'
import { readPem } from './pem.ts'

const block = (label: string, body: string) => `-----BEGIN ${label}-----${body}-----END ${label}-----`

it('the blocks of a PEM text are read, and the text between them is skipped', () => {
  const text = `note\n${block('EC PRIVATE KEY', '\nAQ\nI=\n')}\nnote\n${block('CERTIFICATE', '\r\nAwQ=\r\n')}`
  expect(readPem(text)).toEqual([
    { label: 'EC PRIVATE KEY', bytes: Uint8Array.of(1, 2) },
    { label: 'CERTIFICATE', bytes: Uint8Array.of(3, 4) },
  ])
})

it('a literal \\n from a variable counts as a line break', () => {
  expect(readPem(block('CERTIFICATE', String.raw`\nAQ\nI=\n`))).toEqual([
    { label: 'CERTIFICATE', bytes: Uint8Array.of(1, 2) },
  ])
})

it.each<[string, unknown]>([
  ['no PEM', 'text'],
  ['a block of no Base64', block('CERTIFICATE', '\n!\n')],
  ['a block that ends under another label', '-----BEGIN A-----AQI=-----END B-----'],
  ['a label in small letters', block('certificate', 'AQI=')],
  ['undefined', undefined],
  ['a number', 7],
])('there is no block in %s', (_, text) => {
  expect(readPem(text)).toEqual([])
})
