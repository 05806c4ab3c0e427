import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import {
  CONTENT,
  createAWalletIssuer,
  EXTENSIONS,
  makeMerchant,
  type TokenChanges,
} from '../../test/awallet-issuer.ts'
import vectors from '../../test/vectors/awallet.json' with { type: 'json' }
import { BrowserForbiddenError } from '../errors/browser-forbidden-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isGatewayError } from '../errors/is-gateway-error.ts'
import { WALLET_TOKEN_FAILURES } from '../errors/wallet-token-failures.ts'
import type { AWalletKey } from './a-wallet-key.ts'
import { type AWalletOptions, decryptAWalletToken } from './decrypt-a-wallet-token.ts'
import { DerError } from './der.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 9)
const MINUTE_MS = 60_000

const issuer = createAWalletIssuer(NOW_MS)
const merchant = makeMerchant()
const keys: readonly AWalletKey[] = [merchant]
const options: AWalletOptions = { roots: issuer.rootPem, now: () => NOW_MS }

type Token = ReturnType<typeof issuer.issue>

const open = (token: unknown, further: AWalletOptions = {}, known = keys) =>
  decryptAWalletToken(token as Token, known, { ...options, ...further })

/** Returns the code with which a token is refused, after checking what the error shows. */
async function refusalOf(token: unknown, further: AWalletOptions = {}, known = keys): Promise<string> {
  const error: unknown = await open(token, further, known).then(
    () => new Error('the token was accepted'),
    (reason: unknown) => reason,
  )
  if (!isGatewayError(error)) throw error
  const shown = JSON.stringify(error) + String(error)
  expect(shown).not.toContain(CONTENT.applicationPrimaryAccountNumber)
  expect(error.outcomeUnknown).toBe(false)
  return error.code
}
const withTransactionId = (transactionId: string) => {
  const token = issuer.issue(merchant)
  return { ...token, header: { ...token.header, transactionId } }
}
const refusalOfNew = (changes: TokenChanges) => refusalOf(issuer.issue(merchant, changes))

/** `"Sep  1 19:03:06 2021 GMT"` after a prefix, as OpenSSL prints it. */
const readSigningTime = (text: string) => Date.parse(text.replace('UTCTIME:', ''))

describe('network-token: tokens that wallets really sent', () => {
  describe.each(vectors.tokens)('$name', ({ token, plaintext, ...vector }) => {
    const { privateKeyPem: privateKey, certificatePem: certificate } = vector
    const then = { roots: undefined, now: () => readSigningTime(vector.cmsSigningTime) }

    it('is verified up to the root in this package, and opened', async () => {
      const { paymentData, ...content } = plaintext
      const payment = await open(token, then, [{ privateKey, certificate }])
      expect(payment).toMatchObject({
        number: content.applicationPrimaryAccountNumber,
        expirationYear: content.applicationExpirationDate.slice(0, 2),
        expirationMonth: String(Number(content.applicationExpirationDate.slice(2, 4))),
        cryptogram: paymentData.onlinePaymentCryptogram,
        eci: content.applicationPrimaryAccountNumber.startsWith('5') ? '02' : '07',
        source: 'awallet-pay',
        amount: content.transactionAmount,
        currencyCode: content.currencyCode,
        transactionId: token.header.transactionId,
      })
    })

    it.each([
      ['bare', token],
      ['in its wrapper', { paymentData: token, paymentMethod: { network: 'Visa' } }],
      ['as JSON', JSON.stringify(token)],
      ['as JSON in its wrapper', JSON.stringify({ paymentData: token })],
      ['with members of tomorrow', { ...token, further: 1, header: { ...token.header, further: 1 } }],
      ['with its members the other way round', reversed({ ...token, header: reversed(token.header) })],
      [
        'in the other alphabet of Base64, unpadded',
        { ...inOtherAlphabet(token), header: inOtherAlphabet(token.header) },
      ],
    ])('opens %s', async (_, form) => {
      await expect(open(form, then, [{ privateKey, certificate }])).resolves.toHaveProperty('number')
    })

    it('is refused five minutes later, and five minutes before it was created', async () => {
      const at = (shiftMs: number) => ({ ...then, now: () => then.now() + shiftMs })
      const known = [{ privateKey, certificate }]
      await expect(open(token, at(5 * MINUTE_MS), known)).resolves.toBeDefined()
      await expect(open(token, at(-5 * MINUTE_MS), known)).resolves.toBeDefined()
      expect(await refusalOf(token, at(5 * MINUTE_MS + 1), known)).toBe('SIGNED_TOO_LONG_AGO')
      expect(await refusalOf(token, at(-5 * MINUTE_MS - 1), known)).toBe('SIGNED_IN_THE_FUTURE')
    })

    it('is refused when another root is trusted', async () => {
      const other = { ...then, roots: issuer.rootPem }
      expect(await refusalOf(token, other, [{ privateKey, certificate }])).toBe('CERTIFICATE_UNTRUSTED')
    })
  })

  it('accepts the merchant identifier instead of the certificate', async () => {
    const [vector] = vectors.tokens
    if (!vector) throw new Error('there is no vector')
    const { token, privateKeyPem: privateKey, cmsSigningTime } = vector
    const merchantIdentifier = 'merchant.test.spreedly.123merchant'
    const then = { roots: undefined, now: () => readSigningTime(cmsSigningTime) }
    expect(await open(token, then, [{ privateKey, merchantIdentifier }])).toHaveProperty('number')
    const wrong = [{ privateKey, merchantIdentifier: `${merchantIdentifier}s` }]
    expect(await refusalOf(token, then, wrong)).toBe('DECRYPTION_FAILED')
  })

  it('refuses RSA', async () => {
    expect(await refusalOf(vectors.rsa.token)).toBe('UNSUPPORTED_VERSION')
  })
})

describe('network-token: a wallet token opens', () => {
  it('into a network token, with the data that the customer confirmed', async () => {
    expect(await open(issuer.issue(merchant, { content: { cardholderName: 'Ada' } }))).toEqual({
      number: '4111111111111111',
      expirationMonth: '12',
      expirationYear: '34',
      cryptogram: CONTENT.paymentData.onlinePaymentCryptogram,
      eci: '07',
      source: 'awallet-pay',
      amount: 1850,
      currencyCode: '978',
      cardholderName: 'Ada',
      transactionId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
  })

  it.each([{ indefinite: true }, { applicationData: 'ab'.repeat(32) }])(
    'when it is written with %j',
    async (changes) => {
      await expect(open(issuer.issue(merchant, changes))).resolves.toHaveProperty('amount', 1850)
    },
  )

  it('with the key that it names, in every form of the key', async () => {
    const other = makeMerchant()
    const pkcs8 = createPrivateKey(merchant.privateKey)
    const sec1 = pkcs8.export({ type: 'sec1', format: 'pem' }).toString()
    const oneLine = sec1.replaceAll('\n', '\\n')
    for (const privateKey of [merchant.privateKey, sec1, oneLine]) {
      const known = [other, { ...merchant, privateKey }]
      expect(await open(issuer.issue(merchant), {}, known)).toHaveProperty('amount', 1850)
    }
    expect(await refusalOf(issuer.issue(merchant), {}, [other])).toBe('KEY_UNKNOWN')
  })

  it.each([
    ['5', '4111111111111111', '05'],
    ['07', '4111111111111111', '07'],
    [undefined, '4111111111111111', '07'],
    ['', '5555555555554444', '02'],
    [undefined, '2221000000000009', '02'],
    [undefined, '2720990000000007', '02'],
    [undefined, '2721000000000004', '07'],
  ])('with the indicator %j of %s as ECI %s', async (eciIndicator, number, eci) => {
    const content = {
      applicationPrimaryAccountNumber: number,
      paymentData: { ...CONTENT.paymentData, eciIndicator },
    }
    expect(await open(issuer.issue(merchant, { content }))).toHaveProperty('eci', eci)
  })

  it.each<[string, TokenChanges]>([
    ['P-384', { leaf: { namedCurve: 'P-384' }, intermediate: { namedCurve: 'P-384' } }],
    [
      'certificates that begin and end in the moment of signing',
      {
        leaf: { notBeforeMs: NOW_MS, notAfterMs: NOW_MS },
        intermediate: { notBeforeMs: NOW_MS, notAfterMs: NOW_MS },
      },
    ],
    [
      'certificates without a usage',
      {
        leaf: { extensions: [EXTENSIONS.leaf] },
        intermediate: { extensions: [EXTENSIONS.authority, EXTENSIONS.intermediate] },
      },
    ],
  ])('a token that was signed with %s', async (_, changes) => {
    expect(await open(issuer.issue(merchant, changes))).toHaveProperty('amount', 1850)
  })

  it('at its exact second with a tolerance of zero', async () => {
    expect(await open(issuer.issue(merchant), { toleranceSeconds: 0 })).toHaveProperty('amount', 1850)
  })

  it('a token that confirms nothing to pay', async () => {
    const token = issuer.issue(merchant, { content: { transactionAmount: 0 } })
    expect(await open(token, { currency: 'EUR', amount: 0 })).toHaveProperty('amount', 0)
  })

  it('without a key that a script could export, but for the merchant’s own', async () => {
    const imported = vi.spyOn(crypto.subtle, 'importKey')
    await open(issuer.issue(merchant))
    const exportable = imported.mock.calls.filter(([, , , isExtractable]) => isExtractable)
    expect(exportable.map(([format]) => format)).toEqual(['pkcs8'])
    imported.mockRestore()
  })

  it('with a certificate that follows its key in one text', async () => {
    const [vector] = vectors.tokens
    if (!vector) throw new Error('there is no vector')
    const { token, privateKeyPem: privateKey, certificatePem, cmsSigningTime } = vector
    const then = { roots: undefined, now: () => readSigningTime(cmsSigningTime) }
    const known = [{ privateKey, certificate: `${privateKey}\n${certificatePem}` }]
    expect(await open(token, then, known)).toHaveProperty('number')
  })

  it('when the certificates have ended since it was signed', async () => {
    const leaf = { notAfterMs: NOW_MS + 1_000 }
    const token = issuer.issue(merchant, { leaf })
    expect(await open(token, { now: () => NOW_MS + MINUTE_MS })).toHaveProperty('amount', 1850)
  })
})

describe('network-token: a wallet token is refused', () => {
  const bitIn = (bytes: Buffer, bit: number) => {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return flipped
  }

  it('for one changed bit in any signed value', async () => {
    const token = issuer.issue(merchant, { applicationData: 'ab'.repeat(32) })
    const { ephemeralPublicKey, transactionId, applicationData = '' } = token.header
    const base64 = (text: string, bit: number) => bitIn(Buffer.from(text, 'base64'), bit).toString('base64')
    const hex = (text: string, bit: number) => bitIn(Buffer.from(text, 'hex'), bit).toString('hex')
    for (const bit of [0, 77, 255]) {
      const changed = [
        { ...token, data: base64(token.data, bit) },
        { ...token, header: { ...token.header, ephemeralPublicKey: base64(ephemeralPublicKey, bit) } },
        { ...token, header: { ...token.header, transactionId: hex(transactionId, bit) } },
        { ...token, header: { ...token.header, applicationData: hex(applicationData, bit) } },
      ]
      for (const one of changed) expect(await refusalOf(one)).toBe('SIGNATURE_INVALID')
    }
    expect(await refusalOf({ ...token, header: { ...token.header, applicationData: undefined } })).toBe(
      'SIGNATURE_INVALID',
    )
  })

  it('for one changed bit anywhere in the signed data', async () => {
    const token = issuer.issue(merchant)
    const bytes = Buffer.from(token.signature, 'base64')
    const accepted: number[] = []
    // A prime step, so that every position in a byte occurs, across the signature.
    for (let bit = 0; bit < bytes.length * 8; bit += 37) {
      const changed = { ...token, signature: bitIn(bytes, bit).toString('base64') }
      const isAccepted = await open(changed).then(
        () => true,
        (error: unknown) => {
          if (!isGatewayError(error)) throw error
          return false
        },
      )
      if (isAccepted) accepted.push(bit >> 3)
    }
    expect(accepted).toEqual([])
  })

  it('with a part of another token', async () => {
    const [one, other] = [issuer.issue(merchant), issuer.issue(merchant)]
    expect(await refusalOf({ ...one, data: other.data })).toBe('SIGNATURE_INVALID')
    expect(await refusalOf({ ...one, signature: other.signature })).toBe('SIGNATURE_INVALID')
    expect(await refusalOf({ ...one, header: other.header })).toBe('SIGNATURE_INVALID')
  })

  it('a token that was made for another merchant with the same key', async () => {
    const twin = { ...merchant, merchantIdentifier: 'merchant.example.elsewhere' }
    expect(await refusalOf(issuer.issue(twin))).toBe('DECRYPTION_FAILED')
  })

  it.each<[string, TokenChanges]>([
    ['a leaf that is not the wallet’s', { leaf: { extensions: [EXTENSIONS.maySign] } }],
    ['a leaf that may not sign', { leaf: { extensions: [EXTENSIONS.leaf, EXTENSIONS.mayCertify] } }],
    ['a leaf that had ended', { leaf: { notAfterMs: NOW_MS - 1_000 } }],
    ['a leaf that had not begun', { leaf: { notBeforeMs: NOW_MS + 1_000 } }],
    [
      'an intermediate that is not the wallet’s',
      { intermediate: { extensions: [EXTENSIONS.authority, EXTENSIONS.mayCertify] } },
    ],
    [
      'an intermediate that is no authority',
      { intermediate: { extensions: [EXTENSIONS.intermediate, EXTENSIONS.mayCertify] } },
    ],
    [
      'an intermediate that says so itself',
      {
        intermediate: {
          extensions: [EXTENSIONS.intermediate, EXTENSIONS.notAnAuthority, EXTENSIONS.mayCertify],
        },
      },
    ],
    [
      'an intermediate that says that it is no authority',
      {
        intermediate: {
          extensions: [EXTENSIONS.intermediate, EXTENSIONS.saysNoAuthority, EXTENSIONS.mayCertify],
        },
      },
    ],
    ['an intermediate with a key of another curve', { intermediate: { namedCurve: 'P-521' } }],
    [
      'an intermediate that may not certify',
      { intermediate: { extensions: [EXTENSIONS.intermediate, EXTENSIONS.authority, EXTENSIONS.maySign] } },
    ],
    ['an intermediate that had ended', { intermediate: { notAfterMs: NOW_MS - 1_000 } }],
    ['no intermediate', { certificates: ([leaf]) => (leaf ? [leaf] : []) }],
  ])('for %s', async (_, changes) => {
    expect(await refusalOfNew(changes)).toBe('CERTIFICATE_UNTRUSTED')
  })

  it.each<[string, TokenChanges]>([
    [
      'an unknown critical extension',
      { leaf: { extensions: [EXTENSIONS.leaf, EXTENSIONS.unknownCritical] } },
    ],
    [
      'no certificate of its signer',
      { certificates: ([, intermediate]) => (intermediate ? [intermediate] : []) },
    ],
    ['a key of another curve', { leaf: { namedCurve: 'P-521' } }],
    ['two signers', { signers: 2 }],
    ['no signer', { signers: 0 }],
    ['a content of its own', { carried: Buffer.from('content') }],
    ['no time of signing', { attributes: ([type, , digest]) => present(type, digest) }],
    ['no digest', { attributes: ([type, time]) => present(type, time) }],
    ['no content type', { attributes: ([, time, digest]) => present(time, digest) }],
    ['two times of signing', { attributes: ([type, time, digest]) => present(type, time, time, digest) }],
  ])('for a signature with %s', async (_, changes) => {
    expect(await refusalOfNew(changes)).toBe('SIGNATURE_INVALID')
  })

  it('a token whose root had expired when it was signed', async () => {
    const laterMs = NOW_MS + 120 * MINUTE_MS
    const still = { notAfterMs: laterMs + MINUTE_MS }
    const token = issuer.issue(merchant, { signingTimeMs: laterMs, leaf: still, intermediate: still })
    expect(await refusalOf(token, { now: () => laterMs })).toBe('CERTIFICATE_UNTRUSTED')
  })

  it('with the fault of its signature as the cause', async () => {
    const error: unknown = await open(issuer.issue(merchant, { signers: 2 })).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ cause: new DerError('there is not exactly one signer') })
  })

  it('in a page, which must not hold a key', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    vi.stubGlobal('process', undefined)
    try {
      await expect(open(issuer.issue(merchant))).rejects.toThrow(BrowserForbiddenError)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('from another root of the same name', async () => {
    const other = createAWalletIssuer(NOW_MS)
    expect(await refusalOf(other.issue(merchant))).toBe('CERTIFICATE_UNTRUSTED')
    expect(await open(other.issue(merchant), { roots: [issuer.rootPem, other.rootPem] })).toBeDefined()
  })

  it.each<[string, TokenChanges['content']]>([
    ['CONTENT_INVALID', 'no JSON'],
    ['CONTENT_INVALID', '[]'],
    ['UNSUPPORTED_DATA_TYPE', { paymentDataType: 'EMV', paymentData: { emvData: 'AA==' } }],
    ['CONTENT_INVALID', { applicationPrimaryAccountNumber: '4111 1111' }],
    ['CONTENT_INVALID', { applicationExpirationDate: '341331' }],
    ['CONTENT_INVALID', { currencyCode: 'EUR' }],
    ['CONTENT_INVALID', { transactionAmount: 18.5 }],
    ['CONTENT_INVALID', { transactionAmount: '1850' }],
    ['CONTENT_INVALID', { paymentData: {} }],
    ['CONTENT_INVALID', { paymentData: { ...CONTENT.paymentData, eciIndicator: '4' } }],
  ])('as %s for the content %j', async (code, content) => {
    expect(await refusalOfNew({ content })).toBe(code)
  })

  it.each([
    ['TOKEN_MALFORMED', null],
    ['TOKEN_MALFORMED', 'no JSON'],
    ['TOKEN_MALFORMED', {}],
    ['TOKEN_MALFORMED', { version: 'EC_v1' }],
    ['TOKEN_MALFORMED', { ...issuer.issue(merchant), data: '***' }],
    ['TOKEN_MALFORMED', withTransactionId('')],
    ['TOKEN_MALFORMED', withTransactionId('abc')],
    ['TOKEN_MALFORMED', { ...issuer.issue(merchant), signature: 5 }],
    ['TOKEN_MALFORMED', { ...issuer.issue(merchant), data: 'A'.repeat(16_388) }],
    ['UNSUPPORTED_VERSION', { version: 'EC_v2' }],
    ['SIGNATURE_INVALID', { ...issuer.issue(merchant), signature: 'MAA=' }],
    ['SIGNATURE_INVALID', { ...issuer.issue(merchant), signature: '' }],
  ])('as %s', async (code, token) => {
    expect(await refusalOf(token)).toBe(code)
  })

  it('a token whose numbers are on another curve', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const token = issuer.issue(merchant)
    const ephemeralPublicKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const changed = { ...token, header: { ...token.header, ephemeralPublicKey } }
    expect(await refusalOf(changed, { verifySignature: false })).toBe('DECRYPTION_FAILED')
  })
})

describe('network-token: an additional check of a wallet token', () => {
  it('is that the customer confirmed this currency and this amount', async () => {
    const token = issuer.issue(merchant)
    await expect(open(token, { currency: 'EUR', amount: 1850 })).resolves.toBeDefined()
    await expect(open(token, { currency: 'EUR' })).resolves.toBeDefined()
    expect(await refusalOf(token, { currency: 'EUR', amount: 1851 })).toBe('AMOUNT_MISMATCH')
    expect(await refusalOf(token, { currency: 'USD', amount: 1850 })).toBe('CURRENCY_MISMATCH')
  })

  it('is that it was not used before, after all other checks', async () => {
    const used = new Set<string>()
    const claim = (id: string) => used.size !== used.add(id).size
    const token = issuer.issue(merchant)
    expect(await refusalOf({ ...token, data: '' }, { claim })).toBe('SIGNATURE_INVALID')
    expect(await refusalOf(token, { claim, currency: 'USD' })).toBe('CURRENCY_MISMATCH')
    await expect(open(token, { claim })).resolves.toBeDefined()
    expect(await refusalOf(token, { claim })).toBe('ALREADY_USED')
    const { header } = token
    const inCapitals = { ...token, header: { ...header, transactionId: header.transactionId.toUpperCase() } }
    expect(await refusalOf(inCapitals, { claim })).toBe('ALREADY_USED')
  })

  it('is claimed by one of several concurrent requests', async () => {
    const used = new Set<string>()
    const claim = async (id: string) => {
      await Promise.resolve()
      return used.size !== used.add(id).size
    }
    const token = issuer.issue(merchant)
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        open(token, { claim }).then(
          () => 'paid',
          (error: { code: string }) => error.code,
        ),
      ),
    )
    expect(codes.sort()).toEqual([...Array<string>(7).fill('ALREADY_USED'), 'paid'])
  })

  it('fails with the caller’s own error when the claim cannot be made', async () => {
    const claim = () => Promise.reject(new Error('the database is down'))
    await expect(open(issuer.issue(merchant), { claim })).rejects.toThrow('the database is down')
  })

  it.each([null, 0, ''])('is the signature, even if verifySignature is %j', async (value) => {
    const verifySignature = value as unknown as boolean
    const token = { ...issuer.issue(merchant), signature: '' }
    expect(await refusalOf(token, { verifySignature })).toBe('SIGNATURE_INVALID')
  })

  it('is the time, even with a clock that returns no number', async () => {
    expect(await refusalOf(issuer.issue(merchant), { now: () => Number.NaN })).toBe('SIGNED_TOO_LONG_AGO')
  })

  it('can be omitted: the signature, and the age', async () => {
    const late = { now: () => NOW_MS + 60 * MINUTE_MS }
    const token = issuer.issue(merchant)
    await expect(open(token, { ...late, toleranceSeconds: 3600 })).resolves.toBeDefined()
    await expect(
      open({ ...token, signature: '' }, { ...late, verifySignature: false }),
    ).resolves.toBeDefined()
  })
})

describe('network-token: options that can open nothing', () => {
  const certificate = issuer.rootPem
  const { privateKey, merchantIdentifier } = merchant
  const onP384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' }
  const encrypted = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'pem', ...cipher })

  it.each<[string, readonly AWalletKey[]]>([
    ['keys', []],
    ['keys[0].privateKey', [{ privateKey: 'none', merchantIdentifier }]],
    ['keys[0].privateKey', [{ privateKey: certificate, merchantIdentifier }]],
    ['keys[0].privateKey', [{ privateKey: privateKey.replace(/M/, 'Z'), merchantIdentifier }]],
    ['keys[0].privateKey', [{ privateKey: encrypted.toString(), merchantIdentifier }]],
    ...[onP384, rsa].map((key): [string, readonly AWalletKey[]] => [
      'keys[0].privateKey',
      [{ privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(), merchantIdentifier }],
    ]),
    ['keys', null as unknown as AWalletKey[]],
    ['keys', merchant as unknown as AWalletKey[]],
    ['keys[0]', [undefined as unknown as AWalletKey]],
    ['keys[0].privateKey', [{ privateKey: undefined as unknown as string, merchantIdentifier }]],
    ['keys[0].certificate', [{ privateKey, certificate: null as unknown as string }]],
    ['keys[0].merchantIdentifier', [{ privateKey } as AWalletKey]],
    ['keys[0].merchantIdentifier', [{ privateKey, merchantIdentifier: '' }]],
    ['keys[1].certificate', [merchant, { privateKey, certificate }]],
  ])('%s is named, and not repeated', async (option, known) => {
    const error: unknown = await open(issuer.issue(merchant), {}, known).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(error).toMatchObject({ option })
    expect(JSON.stringify(error)).not.toContain(privateKey.split('\n')[1])
  })

  it('reports what a key must be', async () => {
    const rules: readonly (readonly [string, unknown])[] = [
      ['keys must contain at least one key.', []],
      ['keys must contain at least one key.', merchant],
      ['keys[0] must have a privateKey and a merchantIdentifier.', [null]],
      [
        'keys[1].privateKey must be a P-256 private key as PEM, BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY, not encrypted.',
        [merchant, { privateKey: 'none', merchantIdentifier }],
      ],
      [
        'keys[0].merchantIdentifier is required unless certificate is set.',
        [{ privateKey, merchantIdentifier: '' }],
      ],
      [
        'keys[0].merchantIdentifier is required unless certificate is set.',
        [{ privateKey, merchantIdentifier: 7 }],
      ],
      [
        'keys[0].certificate must be the payment processing certificate as PEM.',
        [{ privateKey, certificate }],
      ],
    ]
    for (const [message, known] of rules) {
      await expect(open(issuer.issue(merchant), {}, known as AWalletKey[]), message).rejects.toThrow(message)
    }
  })

  it.each(['pkcs8', 'sec1'] as const)(
    'accepts no key of another curve of the same length, as %s',
    async (type) => {
      const other = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey
      const known = [{ privateKey: other.export({ type, format: 'pem' }).toString(), merchantIdentifier }]
      await expect(open(issuer.issue(merchant), {}, known)).rejects.toThrow(ConfigurationError)
    },
  )

  it.each<[string, AWalletOptions]>([
    ['roots must contain at least one certificate as PEM.', { roots: 'none' }],
    ['toleranceSeconds must be 0 or more.', { toleranceSeconds: -1 }],
    ['amount must be a whole number of minor units.', { amount: 18.5, currency: 'EUR' }],
    ['amount must be a whole number of minor units.', { amount: -1, currency: 'EUR' }],
    ['currency is required with amount: 1850 means nothing without a currency.', { amount: 1850 }],
    ['currency must be an ISO 4217 code in capital letters, such as "EUR".', { currency: 'eur' as 'EUR' }],
  ])('is reported: %s', async (message, further) => {
    await expect(open(issuer.issue(merchant), further)).rejects.toThrow(message)
  })

  it.each<[string, AWalletOptions]>([
    ['roots', { roots: 'none' }],
    ['roots', { roots: [] }],
    ['roots', { roots: [undefined as unknown as string] }],
    ['roots', { roots: certificate.replace(/M/, 'Z') }],
    ['toleranceSeconds', { toleranceSeconds: Number.NaN }],
    ['amount', { amount: 18.5, currency: 'EUR' }],
    ['currency', { amount: 1850 }],
    ['currency', { currency: 'euro' as 'EUR' }],
  ])('%s is named', async (option, further) => {
    await expect(open(issuer.issue(merchant), further)).rejects.toMatchObject({ option })
  })
})

describe('WalletTokenError', () => {
  it('contains the fix in every case', () => {
    for (const { message, fix } of Object.values(WALLET_TOKEN_FAILURES)) {
      expect(message).toMatch(/\.$/)
      expect(fix).toMatch(/\.$/)
    }
  })
})

describe('the root in this package', () => {
  it('is the one whose fingerprint its owner publishes', async () => {
    const { A_WALLET_ROOT } = await import('./a-wallet-root.ts')
    const bytes = Buffer.from(A_WALLET_ROOT.replace(/-----.*-----/g, ''), 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179',
    )
  })
})

function present(...attributes: readonly (Buffer | undefined)[]): readonly Buffer[] {
  return attributes.filter((attribute) => attribute !== undefined)
}

function reversed<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).reverse()) as Value
}

/** Base64 as URLs have it; what has other characters stays. */
function inOtherAlphabet<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).map(([name, text]: [string, unknown]) => [
    name,
    typeof text === 'string' ? text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') : text,
  ])
  return Object.fromEntries(entries) as Value
}
