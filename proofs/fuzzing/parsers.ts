/** All parsers of untrusted input, each with texts that it accepts, and its allowed responses to any other. */
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { importPrivateKey, openField, type OpenFieldOptions } from '@sluice/card-encryption/decrypt'
import { toAgreementKey } from '@sluice/shared/p256'
import { readBrowserMessage, readChallengeNotice } from '@sluice/types/vocabulary'
import { decodeCursor } from '@sluice/platform/kernel/page-cursor'
import { readForm } from '@sluice/platform/http/form-body'
import { readJson } from '@sluice/platform/http/raw-json'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'
import { clientOfAssertion } from '@sluice/identity/client-assertion'
import { readClientCredentials } from '@sluice/identity/client-credentials'

import { readSignedData } from '../../packages/server-sdk/src/wallets/signed-data.ts'
import { parseConfigurationDocument } from '../../packages/gateway/src/configuration-file/parse-document.ts'
import { decodeFingerprintResult } from '../../packages/gateway/src/three-ds/browser-messages.ts'
import { openToken } from '../../packages/gateway/src/payment-methods/wallet-token/open-token.ts'
import { readRootKeys } from '../../packages/gateway/src/payment-methods/wallet-token/root-keys.ts'
import { openingOf } from '../../packages/gateway/test/wallet-tokens.ts'

export interface Parser {
  readonly name: string
  readonly seeds: readonly Buffer[]
  /**
   * Returns the outcome of the bytes, in a word or two; bytes with a new outcome are mutated further. Throws if the
   * outcome is not allowed.
   */
  readonly read: (bytes: Buffer) => string
}

const PACKAGES = join(import.meta.dirname, '../../packages')

const readVectors = (path: string): unknown => JSON.parse(readFileSync(join(PACKAGES, path), 'utf8'))

const {
  keys,
  positive,
  jwe_profile: jwe,
} = readVectors('card-encryption/test/vectors/card-envelope.json') as {
  readonly keys: Readonly<Record<'HPKE-7' | 'HPKE-4', { readonly private_jwk: JsonWebKey }>>
  readonly positive: readonly {
    readonly field: OpenFieldOptions['field']
    readonly context: string
    readonly wire_base64: string
  }[]
  readonly jwe_profile: {
    readonly field: OpenFieldOptions['field']
    readonly context: string
    readonly compact: string
    readonly private_jwk: JsonWebKey
  }
}

/** The time at which the vectors were sealed. */
const SEALED_AT_SECONDS = 1_732_060_800

const { tokens: walletTokens } = readVectors('server-sdk/test/vectors/awallet.json') as {
  readonly tokens: readonly { readonly token: { readonly signature: string } }[]
}

const { vectors } = readVectors('gateway/test/vectors/gwallet-pay.json') as {
  readonly vectors: readonly {
    readonly name: string
    readonly recipientId: string
    readonly rootSigningKeys: readonly unknown[]
    readonly recipientPrivateKeyPkcs8Base64: string
    readonly token: unknown
    readonly now_ms: number
  }[]
}
const walletToken = vectors.find(({ name }) => name === 'ecv2-valid-pan-only') ?? vectors[0]
if (!walletToken) throw new Error('no vector of a wallet token')
const WALLET_OPENING = openingOf({
  roots: readRootKeys(JSON.stringify({ keys: walletToken.rootSigningKeys })) ?? [],
  recipientId: walletToken.recipientId,
  keys: [
    toAgreementKey(
      createPrivateKey({
        key: Buffer.from(walletToken.recipientPrivateKeyPkcs8Base64, 'base64'),
        format: 'der',
        type: 'pkcs8',
      }),
    ),
  ],
  nowMs: walletToken.now_ms,
  acceptsEcV1: true,
})

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'

/** Runs `work`, which may refuse its input. */
function refusing(work: () => unknown, isRefusal: (error: unknown) => boolean): string {
  try {
    work()
    return 'taken'
  } catch (error) {
    if (isRefusal(error)) return `refused: ${(error as Error).message}`
    throw error
  }
}

const outcomeOf = (value: unknown): string => (value === null ? 'none' : 'taken')

const HPKE_KEYS = new Map(
  (['HPKE-7', 'HPKE-4'] as const).map((alg) => {
    const key = importPrivateKey({ ...keys[alg].private_jwk, alg })
    return [key.kid, key] as const
  }),
)
const jweKey = importPrivateKey({ ...jwe.private_jwk, alg: 'ECDH-ES' })

const openWith = (options: Pick<OpenFieldOptions, 'field' | 'context' | 'keys'>, wire: string): string => {
  const opened = openField({ ...options, wire, nowSeconds: SEALED_AT_SECONDS })
  return opened.ok ? 'opened' : opened.reason
}

/** A text in Base64 is decoded first. */
const within = (encoding: 'base64' | 'base64url', read: (text: string) => unknown) => (bytes: Buffer) =>
  outcomeOf(read(bytes.toString(encoding)))

const texts = (...given: readonly string[]): readonly Buffer[] => given.map((text) => Buffer.from(text))

const CRES = JSON.stringify({
  threeDSServerTransID: TRANS_ID,
  acsTransID: TRANS_ID,
  messageType: 'CRes',
  messageVersion: '2.2.0',
  transStatus: 'Y',
})

const YAML = readFileSync(join(PACKAGES, 'cli/sluice.example.yaml'), 'utf8')

export const PARSERS: readonly Parser[] = [
  {
    name: 'JSON of requests',
    seeds: texts(
      '{"amount":100,"customer":{"email":"ada@example.com","tags":[1,2.5e3,-0,true,false,null]},"text":"a\\u0000\\n"}',
      '[[[{"a":[{}]}]]]',
    ),
    read: (bytes) => {
      const reading = readJson(bytes)
      if (!reading.ok) return reading.error.message.split(':')[0] ?? ''
      const text = JSON.stringify(reading.value)
      // Compares texts that both parsers accept. A number beyond JavaScript's range is kept as its text.
      const theirs: unknown = JSON.parse(bytes.toString())
      const ours: unknown = JSON.parse(text)
      if (
        !isDeepStrictEqual(ours, JSON.parse(JSON.stringify(theirs))) &&
        !/\d{15}|[eE.]/.test(bytes.toString())
      )
        throw new Error(`reads ${text} where JSON.parse reads ${JSON.stringify(theirs)}`)
      return 'taken'
    },
  },
  {
    name: 'forms',
    seeds: texts(
      'grant_type=client_credentials&client_id=a&client_secret=%C3%A9+b',
      'token=x&token_type_hint=',
    ),
    read: (bytes) =>
      refusing(
        () => readForm(bytes),
        (error) => error instanceof RequestRefusal,
      ),
  },
  {
    name: 'sealed fields, HPKE',
    seeds: positive.map(({ wire_base64: wire }) => Buffer.from(wire, 'base64')),
    read: (bytes) =>
      openWith({ ...(positive[0] as (typeof positive)[0]), keys: HPKE_KEYS }, bytes.toString('base64')),
  },
  {
    name: 'sealed fields, JWE',
    seeds: texts(jwe.compact),
    read: (bytes) => openWith({ ...jwe, keys: new Map([[jweKey.kid, jweKey]]) }, bytes.toString()),
  },
  {
    name: 'headers of a JWE',
    seeds: [Buffer.from(jwe.compact.split('.')[0] ?? '', 'base64url')],
    read: (bytes) =>
      openWith(
        { ...jwe, keys: new Map([[jweKey.kid, jweKey]]) },
        [bytes.toString('base64url'), ...jwe.compact.split('.').slice(1)].join('.'),
      ),
  },
  {
    name: 'wallet tokens, ECv2',
    seeds: texts(JSON.stringify(walletToken.token)),
    read: (bytes) => {
      const opened = openToken(bytes.toString('base64'), WALLET_OPENING)
      return opened.ok ? 'opened' : opened.reason
    },
  },
  {
    name: 'wallet signatures, CMS',
    seeds: walletTokens.map(({ token }) => Buffer.from(token.signature, 'base64')),
    read: (bytes) =>
      refusing(
        () => readSignedData(new Uint8Array(bytes)),
        (error) => (error as Error).name === 'DerError',
      ),
  },
  {
    name: 'CRes',
    seeds: texts(CRES, CRES.replace('CRes', 'Erro')),
    read: within('base64url', (text) => readChallengeNotice(text).threeDsServerTransId),
  },
  {
    name: 'CRes, the text',
    seeds: texts(Buffer.from(CRES).toString('base64url')),
    read: (bytes) => outcomeOf(readChallengeNotice(bytes.toString('latin1')).threeDsServerTransId),
  },
  {
    name: '3DS method notices',
    seeds: texts(JSON.stringify({ threeDSServerTransID: TRANS_ID })),
    read: within('base64url', readBrowserMessage),
  },
  {
    name: 'fingerprint results',
    seeds: texts('{"threeDSCompInd":"Y"}', 'N', JSON.stringify({ threeDSServerTransID: TRANS_ID })),
    read: within('base64', decodeFingerprintResult),
  },
  {
    name: 'configuration, YAML',
    seeds: texts(YAML.slice(0, 2_000), 'a: &x [1, 2]\nb: *x\n? c\n: !!str 1\n', '{"a": [1, {"b": null}]}'),
    read: (bytes) => {
      const reading = parseConfigurationDocument(bytes.toString())
      if (!reading.ok) return `refused at ${reading.problems.length > 1 ? 'places' : 'a place'}`
      reading.document.lineOf(['a', 0, 'b'])
      return 'taken'
    },
  },
  {
    name: 'cursors',
    seeds: texts('1764000000000.019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11'),
    read: within('base64url', decodeCursor),
  },
  {
    name: 'HTTP Basic',
    seeds: texts('client:secret', 'a%3Ab:%C3%A9'),
    read: (bytes) => {
      const reading = readClientCredentials({}, `Basic ${bytes.toString('base64')}`)
      return reading.ok ? 'taken' : reading.reason
    },
  },
  {
    name: 'client assertions',
    seeds: texts(
      ['{"alg":"ES256"}', '{"iss":"client","sub":"client","exp":1}', 'x']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.'),
    ),
    read: (bytes) => outcomeOf(clientOfAssertion(bytes.toString())),
  },
]
