/** Every function that the package exports, and every method of its client, called as plain JavaScript may call it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { createFakeGateway, json } from '../test/fake-gateway.ts'
import { transaction } from '../test/records.ts'
import * as main from './index.ts'
import * as openTelemetry from './opentelemetry/index.ts'
import * as testing from './testing/index.ts'
import * as cypress from './testing/cypress.ts'
import * as msw from './testing/msw.ts'
import * as playwright from './testing/playwright.ts'
import * as threeDs from './three-ds/index.ts'
import * as threeDsBrowser from './three-ds/browser/index.ts'
import * as wallets from './wallets/index.ts'
import * as webhooks from './webhooks/index.ts'

type Written = object
/** A call with options that hold one more than there are, or why the function has none to refuse. */
type Row = ((written: Written) => unknown) | string

const NO_OPTIONS = 'takes no options'
const DATA = 'takes data, which may have members more: a record of a shop, an answer of the gateway, a form'
const BRANCHES =
  'takes functions by the name of an answer; the compiler finds a wrong one, and money has moved by then'

const client = () => main.createClient(createFakeGateway({ api: () => json(200, transaction) }).options)
const addresses = { gatewayUrl: 'https://gateway.example', url: 'https://shop.example/three-ds' }
const makeFlow = (written: Written = {}) =>
  threeDs.createThreeDsFlow({ client: client(), ...addresses, ...written })
const receiver = { secrets: 'whsec_AAAA', onEvent: () => undefined }
const money = { amount: 1850, currency: 'EUR', country: 'BA' } as const
const store = webhooks.createMemoryWebhookStore()
const message = { rawBody: '{}', headers: {} }
/** A placeholder for arguments that no call reaches. */
const unused = {} as never

const ENTRIES: Readonly<
  Record<string, { readonly exports: object; readonly rows: Readonly<Record<string, Row>> }>
> = {
  '.': {
    exports: main,
    rows: {
      createClient: (written) => main.createClient({ ...createFakeGateway().options, ...written }),
      isGatewayError: NO_OPTIONS,
      match: BRANCHES,
      nextStep: DATA,
      resolveOrder: DATA,
      sealAsJwe: (written) => main.sealAsJwe({ publicKey: { kty: 'RSA' }, ...written }),
      sealWithRsaOaep: (written) =>
        main.sealWithRsaOaep({ publicKey: { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, ...written }),
      decodeActionToken: NO_OPTIONS,
      browserInfoFromRequest: DATA,
      decodeChallengeResponse: NO_OPTIONS,
      encodeChallengeRequest: (written) => main.encodeChallengeRequest(written as never),
      encodeThreeDsMethodData: (written) => main.encodeThreeDsMethodData(written as never),
      fingerprintResult: NO_OPTIONS,
      verifyWebhook: (written) => main.verifyWebhook('{}', {}, 'whsec_AAAA', written),
      advice: NO_OPTIONS,
      adviceOf: DATA,
      currencyExponent: NO_OPTIONS,
      familyOf: NO_OPTIONS,
      fromMinorUnits: NO_OPTIONS,
      isCurrency: NO_OPTIONS,
      methodName: NO_OPTIONS,
      toMinorUnits: NO_OPTIONS,
    },
  },
  './opentelemetry': {
    exports: openTelemetry,
    rows: { openTelemetryHooks: (written) => openTelemetry.openTelemetryHooks(written) },
  },
  './three-ds': {
    exports: threeDs,
    rows: {
      createThreeDsFlow: makeFlow,
      createMemoryFlowStore: (written) => threeDs.createMemoryFlowStore(written),
      fastifyThreeDs: (written) => threeDs.fastifyThreeDs(makeFlow(), written),
      fetchThreeDs: NO_OPTIONS,
      honoThreeDs: NO_OPTIONS,
      expressThreeDs: NO_OPTIONS,
      nodeThreeDs: NO_OPTIONS,
    },
  },
  './three-ds/browser': {
    exports: threeDsBrowser,
    rows: {
      collectBrowserInfo: NO_OPTIONS,
      showChallenge: (written) => threeDsBrowser.showChallenge(unused, written as never),
      takeFingerprint: (written) => threeDsBrowser.takeFingerprint(unused, written),
    },
  },
  './webhooks': {
    exports: webhooks,
    rows: {
      createDeduplicator: (written) => webhooks.createDeduplicator(store, written),
      createMemoryWebhookStore: (written) => webhooks.createMemoryWebhookStore(written),
      createTransactionNotifier: NO_OPTIONS,
      explainWebhookFailure: (written) => webhooks.explainWebhookFailure('{}', {}, 'whsec_AAAA', written),
      expressWebhook: (written) => webhooks.expressWebhook({ ...receiver, ...written }),
      fastifyWebhook: (written) => webhooks.fastifyWebhook({ ...receiver, path: '/hooks', ...written }),
      honoWebhook: (written) => webhooks.honoWebhook({ ...receiver, ...written }),
      nestWebhook: (written) => webhooks.nestWebhook({ ...receiver, ...written }),
      nextPagesWebhook: (written) => webhooks.nextPagesWebhook({ ...receiver, ...written }),
      nodeWebhook: (written) => webhooks.nodeWebhook({ ...receiver, ...written }),
      receiveWebhook: (written) => webhooks.receiveWebhook(message, { ...receiver, ...written }),
      verifyWebhook: (written) => webhooks.verifyWebhook('{}', {}, 'whsec_AAAA', written),
      signForTests: (written) => webhooks.signForTests({ payload: {}, secret: 'whsec_AAAA', ...written }),
      matchEvent: BRANCHES,
      reduceTransaction: DATA,
      resolveOrder: DATA,
      isDisputeEvent: NO_OPTIONS,
      isRecordEvent: NO_OPTIONS,
      isTokenizationEvent: NO_OPTIONS,
      isTransactionEvent: NO_OPTIONS,
    },
  },
  './wallets': {
    exports: wallets,
    rows: {
      buildAWalletPaymentRequest: (written) =>
        wallets.buildAWalletPaymentRequest({ ...money, label: 'Harbour', ...written }),
      // Its first argument is a member of a session, which has more.
      buildGWalletPaymentRequest: (written) =>
        wallets.buildGWalletPaymentRequest(unused, { ...money, ...written }),
      decryptAWalletToken: (written) => wallets.decryptAWalletToken(unused, [], written),
      encodeGWalletToken: NO_OPTIONS,
      sealAWalletToken: (written) => wallets.sealAWalletToken(client(), unused, [], written),
    },
  },
  './testing': {
    exports: testing,
    rows: {
      findCardData: (written) => testing.findCardData('', written),
      expectNoCardData: (written) => testing.expectNoCardData('', written),
      payOnPage: (written) => testing.payOnPage(unused, written),
      sampleAuthorize: (written) => testing.sampleAuthorize(written as never, unused),
      sampleSession: (written) => testing.sampleSession(written as never),
      createTestGateway: (written) => testing.createTestGateway(written),
      startGateway: (written) => testing.startGateway(written),
    },
  },
  './testing/cypress': {
    exports: cypress,
    rows: {
      cancelChallenge: NO_OPTIONS,
      chooseMethod: 'takes what a method asks, by names that are the method’s',
      decideAtProvider: (written) => cypress.decideAtProvider('approve', written),
      expectInFrames: NO_OPTIONS,
      fillCard: DATA,
      passChallenge: NO_OPTIONS,
      payOnHostedPage: DATA,
      payWithSavedCard: (written) => cypress.payWithSavedCard(written),
      payWithWallet: (written) => cypress.payWithWallet(written),
    },
  },
  './testing/msw': {
    exports: msw,
    rows: { gatewayHandlers: (written) => msw.gatewayHandlers(written as never) },
  },
  './testing/playwright': {
    exports: playwright,
    rows: {
      bankPage: NO_OPTIONS,
      cardFields: NO_OPTIONS,
      chooseMethod: 'takes what a method asks, by names that are the method’s',
      decideAtProvider: (written) => playwright.decideAtProvider(unused, 'approve', written),
      fillCard: DATA,
      findBank: NO_OPTIONS,
      findCardFields: NO_OPTIONS,
      hostedPage: NO_OPTIONS,
      openWallet: NO_OPTIONS,
      passChallenge: NO_OPTIONS,
      payInWallet: (written) => playwright.payInWallet(unused, written),
      payOnHostedPage: DATA,
      payWithSavedCard: (written) => playwright.payWithSavedCard(unused, written),
    },
  },
}

/** Methods of the client: the arguments before the options, or why there are no options to refuse. */
const METHODS: Readonly<Record<string, readonly unknown[] | string>> = {
  ready: [],
  request: [{ method: 'GET', path: '/api/orders' }],
  encryptCard: DATA,
  encryptNetworkToken: DATA,
  encryptCvv: NO_OPTIONS,
  'sessions.create': [{}],
  'sessions.get': ['id'],
  'hostedPaymentPages.create': [{}],
  'transactions.authorize': [{}],
  'transactions.createPayment': [{}],
  'transactions.createPayout': [{}],
  'transactions.manage': [{}],
  'transactions.capture': [transaction, {}],
  'transactions.refund': [transaction, {}],
  'transactions.void': [transaction, {}],
  'transactions.increment': [transaction, { amount: 100 }],
  'transactions.extend': [transaction, {}],
  'transactions.status': ['id'],
  'transactions.list': [{}],
  'transactions.timeline': ['id'],
  'transactions.awaitFinal': ['id'],
  'threeDs.requestAuthentication': ['id', {}],
  'threeDs.completeAuthentication': [{}],
  'paymentLinks.create': [{}],
  'paymentLinks.get': ['id'],
  'paymentLinks.list': [{}],
  'paymentLinks.deactivate': ['id'],
  'customers.create': [{}],
  'customers.get': ['id'],
  'customers.list': [{}],
  'customers.update': ['id', {}],
  'customers.delete': ['id'],
  'sessions.update': ['id', {}],
  'sessions.cancel': ['id'],
  'transactions.records': ['id'],
  'customers.paymentMethods': ['id'],
  'paymentMethods.get': ['id'],
  'paymentMethods.delete': ['id'],
  'encryptionKeys.get': [],
  'events.listen': [],
  'failedRequests.list': [{}],
  'webhooks.listSubscriptions': [],
  'webhooks.createSubscription': [{}],
  'webhooks.updateSubscription': ['id', {}],
  'webhooks.deleteSubscription': ['id'],
  'webhooks.disable': ['id'],
  'webhooks.rotateSecret': ['id'],
  'webhooks.enable': ['id'],
  'webhooks.listDeliveries': [{}],
  'webhooks.getDelivery': ['id'],
  'webhooks.replay': [{}],
  'webhooks.explainSignature': [{ subscriptionId: 'id', headers: {}, rawBody: '' }],
}

type Method = (...given: unknown[]) => unknown

const listMethods = (holder: object, prefix = ''): (readonly [name: string, method: Method])[] =>
  Object.entries(holder).flatMap(([name, member]: [string, unknown]) =>
    typeof member === 'function'
      ? [[prefix + name, member as Method] as const]
      : listMethods(member as object, `${prefix}${name}.`),
  )

const isClass = (value: Method) => value.prototype instanceof Error

/** The error that a call throws, rejects with, or returns when its first event is requested. */
async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    const result = await call()
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
      await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next()
    return undefined
  } catch (error) {
    return error
  }
}

const MISSPELT = /^misspelt is an unknown option[.;] /

it('covers every entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly exports: object
  }
  expect(Object.keys(ENTRIES).toSorted()).toEqual(
    Object.keys(exports)
      .filter((path) => path !== './package.json')
      .toSorted(),
  )
})

describe.each(Object.entries(ENTRIES))('%s', (path, { exports, rows }) => {
  const functions = Object.entries(exports as Readonly<Record<string, unknown>>).filter(
    (entry): entry is [string, Method] => typeof entry[1] === 'function' && !isClass(entry[1] as Method),
  )

  it('lists for every function whether it takes options', () => {
    expect(functions.map(([name]) => name).toSorted()).toEqual(Object.keys(rows).toSorted())
  })

  const calls = Object.entries(rows).flatMap(([name, row]) =>
    typeof row === 'string' ? [] : [[name, row] as const],
  )
  it.each(calls)('%s rejects an unknown option', async (_, call) => {
    const error = await failureOf(() => call({ misspelt: 1 }))
    expect(error).toMatchObject({ message: expect.stringMatching(MISSPELT) as unknown })
    // A page that shows two frames needs no classes of errors.
    if (path === './three-ds/browser') expect(error).toBeInstanceOf(TypeError)
    else expect(error).toMatchObject({ code: 'configuration_invalid', outcomeUnknown: false })
  })
})

describe('the client', () => {
  it('lists for every method whether it takes options', () => {
    const names = listMethods(client()).map(([name]) => name)
    expect(names.toSorted()).toEqual(Object.keys(METHODS).toSorted())
  })

  it.each(Object.entries(METHODS).filter(([, before]) => typeof before !== 'string'))(
    '%s rejects an unknown option before anything is sent',
    async (name, before) => {
      const gateway = createFakeGateway({ api: () => json(200, transaction) })
      const method = new Map(listMethods(main.createClient(gateway.options))).get(name)
      const error = await failureOf(() => method?.(...before, { misspelt: 1 }))
      expect(error).toMatchObject({
        code: 'configuration_invalid',
        message: expect.stringMatching(MISSPELT) as unknown,
      })
      expect([...gateway.apiRequests, ...gateway.tokenRequests]).toEqual([])
    },
  )
})

/** In plain JavaScript, a call can omit its argument. */
const none = undefined as never

describe('a missing argument', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'createClient',
      () => main.createClient(none),
      /^options must be an object; .*baseUrl, authUrl, realm, clientId/,
    ],
    [
      'createThreeDsFlow',
      () => threeDs.createThreeDsFlow(none),
      /^options must be an object; .*client, gatewayUrl/,
    ],
    ['createThreeDsFlow, its client', () => makeFlow({ client: none }), /^client must be a client/],
    ['fastifyThreeDs', () => threeDs.fastifyThreeDs(none), /^flow must be a flow/],
    ['fetchThreeDs', () => threeDs.fetchThreeDs(none), /^flow must be a flow/],
    ['honoThreeDs', () => threeDs.honoThreeDs(none), /^flow must be a flow/],
    ['expressThreeDs', () => threeDs.expressThreeDs(none), /^flow must be a flow/],
    ['nodeThreeDs', () => threeDs.nodeThreeDs(none), /^flow must be a flow/],
    [
      'createDeduplicator',
      () => webhooks.createDeduplicator(none),
      /^store must have .*claim, confirm, release/,
    ],
    ['nodeWebhook', () => webhooks.nodeWebhook(none), /^options must be an object; .*secrets, onEvent/],
    [
      'nodeWebhook, its onEvent',
      () => webhooks.nodeWebhook({ ...receiver, onEvent: none }),
      /^onEvent must be/,
    ],
    ['fastifyWebhook', () => webhooks.fastifyWebhook(none), /^options must be an object/],
    ['honoWebhook', () => webhooks.honoWebhook(none), /^options must be an object/],
    ['nestWebhook', () => webhooks.nestWebhook(none), /^options must be an object/],
    ['receiveWebhook', () => webhooks.receiveWebhook(message, none), /^options must be an object/],
    ['signForTests', () => webhooks.signForTests(none), /^message must be an object; .*payload, secret/],
    [
      'buildAWalletPaymentRequest',
      () => wallets.buildAWalletPaymentRequest(none),
      /^payment must be an object/,
    ],
    [
      'buildGWalletPaymentRequest',
      () => wallets.buildGWalletPaymentRequest(unused, none),
      /^payment must be an object/,
    ],
    ['sealAWalletToken', () => wallets.sealAWalletToken(none, none, none), /^client must be a client/],
    ['sampleSession', () => testing.sampleSession(none), /^order must be an object/],
    ['gatewayHandlers', () => msw.gatewayHandlers(none), /^options must be an object/],
    ['client.request', () => client().request(none), /^request must be an object/],
    [
      'client.webhooks.explainSignature',
      () => client().webhooks.explainSignature(none),
      /^message must be an object/,
    ],
    [
      'client.transactions.refund',
      () => client().transactions.refund(none),
      /^original must be the transaction/,
    ],
  ])('of %s is named', async (_, call, message) => {
    const error = await failureOf(call)
    expect(error).toBeInstanceOf(main.ConfigurationError)
    expect(error).toMatchObject({ message: expect.stringMatching(message) as unknown })
  })

  it.each([
    ['card', () => client().encryptCard(none)],
    ['token', () => client().encryptNetworkToken(none)],
    ['return_url', () => makeFlow().start(none)],
  ])('is a problem of the request: %s', async (property, call) => {
    expect(await failureOf(call)).toMatchObject({ code: 'validation_failed', errors: [{ property }] })
  })
})

it('a receiver refuses a tolerance of NaN, as of an unset variable, at construction', () => {
  const make = () => webhooks.nodeWebhook({ ...receiver, toleranceSeconds: Number.NaN })
  expect(make).toThrow('toleranceSeconds must be 0 or more')
})

it('settings of a flow and answers of a mock reject unknown names', async () => {
  const authorize = vi.fn()
  const flow = makeFlow({ client: { ...client(), transactions: { authorize } } })
  const start = () => flow.start(unused, { misspelt: 1 } as object)
  expect(await failureOf(start)).toMatchObject({ message: expect.stringMatching(MISSPELT) as unknown })
  expect(authorize).not.toHaveBeenCalled()
  const mock = () =>
    msw.gatewayHandlers({ baseUrl: '', authUrl: '', realm: '', answers: { misspelt: {} } as object })
  expect(await failureOf(mock)).toMatchObject({ message: expect.stringMatching(MISSPELT) as unknown })
})
