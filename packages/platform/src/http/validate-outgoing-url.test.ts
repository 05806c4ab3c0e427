import { describe, expect, it } from 'vitest'

import { validateOutgoingUrl } from './validate-outgoing-url.ts'

const production = { mayBeLocal: false, ports: [443], maxChars: 256 }
const test = { ...production, mayBeLocal: true }

describe('validateOutgoingUrl', () => {
  it.each([
    'https://shop.example/hooks',
    'https://shop.example:443/hooks',
    'https://shop.example./hooks?a=1#b',
    'HTTPS://SHOP.EXAMPLE/hooks',
    'https://xn--bcher-kva.example/',
    // The address behind such a name is checked when it is resolved.
    'https://127.0.0.1.nip.example/',
  ])('accepts %s', (url) => {
    expect(validateOutgoingUrl(url, production)).toBeNull()
    expect(validateOutgoingUrl(url, test)).toBeNull()
  })

  it.each([
    ['http://shop.example/hooks', 'only https addresses are allowed'],
    ['ftp://shop.example/', 'only https addresses are allowed'],
    ['file:///etc/passwd', 'only https addresses are allowed'],
    ['gopher://shop.example:70/_', 'only https addresses are allowed'],
    ['data:text/plain,x', 'only https addresses are allowed'],
    ['javascript:alert(1)', 'only https addresses are allowed'],
    ['//shop.example/', 'it is not a valid address'],
    ['shop.example', 'it is not a valid address'],
    ['', 'it is not a valid address'],
    ['https://', 'it is not a valid address'],
    ['https:\\\\shop.example\\', 'it is not a valid address'],
    ['https://shop.example\\@169.254.169.254/', 'it is not a valid address'],
    ['https://shop\t.example/', 'it is not a valid address'],
    ['https://shop.example/\r\nhost: other', 'it is not a valid address'],
    [' https://shop.example/', 'it is not a valid address'],
    ['https://user@shop.example/', 'it has a user name or password in it'],
    ['https://user:word@shop.example/', 'it has a user name or password in it'],
    ['https://shop.example@169.254.169.254/', 'it has a user name or password in it'],
    ['https://10.0.0.1/', 'it has an IP address instead of a host name'],
    ['https://8.8.8.8/', 'it has an IP address instead of a host name'],
    ['https://169.254.169.254/latest/meta-data/', 'it has an IP address instead of a host name'],
    ['https://2852039166/', 'it has an IP address instead of a host name'],
    ['https://0xa9fea9fe/', 'it has an IP address instead of a host name'],
    ['https://0251.0376.0251.0376/', 'it has an IP address instead of a host name'],
    ['https://0xa9.254.43518/', 'it has an IP address instead of a host name'],
    ['https://169.254.169.254./', 'it has an IP address instead of a host name'],
    ['https://１６９.２５４.１６９.２５４/', 'it has an IP address instead of a host name'],
    ['https://[fe80::1]/', 'it has an IP address instead of a host name'],
    ['https://[::ffff:10.0.0.1]/', 'it has an IP address instead of a host name'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'it has an IP address instead of a host name'],
    ['https://0/', 'it has an IP address instead of a host name'],
    ['https://metadata/', 'its host name is not public'],
    ['https://intranet./', 'its host name is not public'],
    ['https://shop.example:8443/', 'port 8443 is not allowed'],
    ['https://shop.example:22/', 'port 22 is not allowed'],
    ['https://shop.example:80/', 'port 80 is not allowed'],
    [`https://shop.example/${'x'.repeat(240)}`, 'it is longer than 256 characters'],
  ])('rejects %j: %s', (url, reason) => {
    expect(validateOutgoingUrl(url, production)).toBe(reason)
    expect(validateOutgoingUrl(url, test)).toBe(reason)
  })

  it.each([
    'http://localhost:3000/hooks',
    'http://127.0.0.1/hooks',
    'https://localhost:8443/',
    'http://[::1]:3000/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.255.255.254/',
  ])('accepts %s, which is this machine, only in the test environment', (url) => {
    expect(validateOutgoingUrl(url, test)).toBeNull()
    expect(validateOutgoingUrl(url, production)).not.toBeNull()
  })

  it.each([
    'ftp://localhost/',
    'http://user@localhost/',
    'http://localhost.evil.example/',
    'http://0.0.0.0/',
  ])('does not treat %s as this machine', (url) => {
    expect(validateOutgoingUrl(url, test)).not.toBeNull()
  })

  it('calls other ports if the operator allows it', () => {
    expect(validateOutgoingUrl('https://shop.example:8443/', { ...production, ports: [8443] })).toBeNull()
    expect(validateOutgoingUrl('https://shop.example/', { ...production, ports: [8443] })).toBe(
      'port 443 is not allowed',
    )
  })
})
