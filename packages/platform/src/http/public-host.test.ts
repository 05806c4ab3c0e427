import { expect, it } from 'vitest'

import { hasPublicHost } from './public-host.ts'

it.each([
  'https://shop.example',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://internal.shop.example',
])('%s may be on the internet', (url) => {
  expect(hasPublicHost(url)).toBe(true)
})

it.each([
  'https://localhost/',
  'https://LOCALHOST./',
  'https://shop.localhost/',
  'https://intranet/',
  'https://10.0.0.1/',
  'https://192.168.1.1:8443/x',
  'https://127.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://router.home.arpa./',
  'no address',
])('%s is not', (url) => {
  expect(hasPublicHost(url)).toBe(false)
})
