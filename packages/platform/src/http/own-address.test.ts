import { expect, it } from 'vitest'

import { isOwnAddress } from './own-address.ts'
import { resolveOrigins } from './origins.ts'

const listening = 'http://127.0.0.1:8080'
const service = {
  origins: resolveOrigins({
    base: listening,
    listening,
    urls: { methods: null, portal: null, bank: 'https://bank.test.example' },
    ports: { methods: 8081 },
  }),
  ports: new Set([8080, 8081]),
}

it.each([
  'http://127.0.0.1:8080/simulators/portal-links',
  'http://localhost:8080/',
  'http://LOCALHOST:8080/',
  'http://[::1]:8080/',
  'http://[0:0:0:0:0:0:0:1]:8080/',
  'http://portal.localhost:8080/',
  'http://anything.localhost:8080/',
  'http://127.1:8080/',
  'http://2130706433:8080/',
  'http://0x7f000001:8080/',
  'http://0177.0.0.1:8080/',
  'http://127.0.0.2:8080/',
  'http://127.0.0.1:8081/',
  'https://bank.test.example/simulators/acs/method',
])('%s is an address of the service', (url) => {
  expect(isOwnAddress(new URL(url), service)).toBe(true)
})

it.each(['http://127.0.0.1:3000/webhooks', 'http://localhost/', 'https://shop.example:8080/'])(
  '%s is an address elsewhere',
  (url) => {
    expect(isOwnAddress(new URL(url), service)).toBe(false)
  },
)
