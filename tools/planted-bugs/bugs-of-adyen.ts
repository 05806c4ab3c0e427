/**
 * The classic faults of connectors at places of Adyen's connector. Somebody other than the author of its suites
 * planted them later. `packages/connectors/test/README.md` says which kinds cannot occur here, and why.
 */
import type { PlantedBug } from './planted-bug.ts'

const CONNECTOR = 'packages/connectors/src/adyen'
const SUITES = 'packages/connectors/test/adyen'
const AT_TWIN = `${SUITES}/adyen-at-twin.test.ts`
const LOST = `${SUITES}/lost-answers.test.ts`
const RECORDED = `${SUITES}/recorded-answers.test.ts`
const RECORDED_EVENTS = `${SUITES}/recorded-events.test.ts`
const DECLARED = `${CONNECTOR}/declare.test.ts`
const EVENTS = `${CONNECTOR}/events.test.ts`

type Line = readonly [name: string, file: string, right: string, wrong: string, suite: string, title?: string]

const AMOUNTS: readonly Line[] = [
  [
    'a card payment is asked for in major units',
    'card-request',
    `amount: amountFor(message.amount, message.currency),`,
    `amount: { currency: message.currency, value: Math.round(message.amount / 100) },`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'an order is asked for in major units',
    'order-request',
    `amount: amountFor(message.amount, message.currency),`,
    `amount: { currency: message.currency, value: Math.round(message.amount / 100) },`,
    AT_TWIN,
    'pays and refunds',
  ],
  [
    'ISK has the exponent of the standard',
    'exponents',
    `ISK: { exponent: 2 },`,
    `ISK: { exponent: 0 },`,
    AT_TWIN,
    'in Adyen’s units',
  ],
  [
    'IDR has the exponent of the standard',
    'exponents',
    `IDR: { exponent: 0 },`,
    `IDR: { exponent: 2 },`,
    AT_TWIN,
    'in Adyen’s units',
  ],
  [
    'the amount of a capture is not translated',
    'requests',
    `modify('capture', 'captures', call, context, { amount: amountFor(call.amount, call.currency) })`,
    `modify('capture', 'captures', call, context, { amount: { currency: call.currency, value: call.amount } })`,
    AT_TWIN,
    'in Adyen’s units',
  ],
  [
    'the amount of a refund is not translated',
    'requests',
    `modify('refund', 'refunds', call, context, { amount: amountFor(call.amount, call.currency) })`,
    `modify('refund', 'refunds', call, context, { amount: { currency: call.currency, value: call.amount } })`,
    AT_TWIN,
    'in Adyen’s units',
  ],
  [
    'a refund gives back the whole payment',
    'step',
    `return refund({ ...call, modification: 'refd' }, context)`,
    `return reverse({ ...call, modification: 'refd' }, context)`,
    LOST,
    'refund is executed once',
  ],
  [
    'a refund names no currency',
    'requests',
    `modify('refund', 'refunds', call, context, { amount: amountFor(call.amount, call.currency) })`,
    `modify('refund', 'refunds', call, context, { amount: { value: call.amount } })`,
    LOST,
    'refund is executed once',
  ],
  [
    'what was approved is what was asked for',
    'step',
    `    (result) =>
      readCardAnswer(result, {
        key: message.idempotency_key,`,
    `    (result) =>
      ((...given: Parameters<typeof readCardAnswer>) => {
        const end = readCardAnswer(...given)
        if (end.kind !== 'answer' || !('approved_amount' in end.answer)) return end
        return end.answer.processing_code === '0000'
          ? answer({ ...end.answer, approved_amount: message.amount })
          : end
      })(result, {
        key: message.idempotency_key,`,
    AT_TWIN,
    'partial approval',
  ],
  [
    'a part may be approved although nobody allows it',
    'card-request',
    `...(message.partial_approval === true && { allowPartialAuth: 'true' }),`,
    `allowPartialAuth: 'true',`,
    AT_TWIN,
    'partial approval',
  ],
  [
    'amounts that do not fit are not declared',
    'declare',
    `amounts: AMOUNT_LIMITS,`,
    `amounts: {},`,
    DECLARED,
  ],
]

const LOST_ANSWERS: readonly Line[] = [
  [
    'an error of Adyen itself is a refusal',
    'read-answer',
    `result.status >= 400 && result.status < 500 && code !== null`,
    `result.status >= 400 && code !== null`,
    AT_TWIN,
    'treats .* as unknown',
  ],
  [
    'a page of a balancer is a refusal',
    'read-answer',
    'if (body === null) return ended(unknown(`HTTP ${result.status} without a JSON object`))',
    'if (body === null) return ended(refuse(`HTTP ${result.status} without a JSON object`))',
    AT_TWIN,
    'treats .* as unknown',
  ],
  [
    'a lost connection is a refusal',
    'read-answer',
    `const isNeverSent = result.code === 'NEVER_SENT'`,
    `const isNeverSent = result.code !== 'TIMEOUT'`,
    AT_TWIN,
    'treats .* as unknown',
  ],
  [
    'a repeated operation has a new key',
    'requests',
    `return { apiKey: apiKeyOf(context), key: keyFor(key, purpose, KEY_MAX), movesMoney: true }`,
    'return { apiKey: apiKeyOf(context), key: keyFor(`${key}${performance.now()}`, purpose, KEY_MAX), movesMoney: true }',
    AT_TWIN,
    'captures once',
  ],
  [
    'a repeated payment has a new key',
    'card-request',
    `key: keyFor(message.idempotency_key, 'pay', KEY_MAX)`,
    'key: keyFor(`${message.idempotency_key}${performance.now()}`, "pay", KEY_MAX)',
    LOST,
    'a card payment is executed once',
  ],
  [
    'a repeated order has a new key',
    'order-request',
    `key: keyFor(message.idempotency_key, 'pay', KEY_MAX)`,
    'key: keyFor(`${message.idempotency_key}${performance.now()}`, "pay", KEY_MAX)',
    LOST,
    'an order is executed once',
  ],
  [
    'a repeated continuation has a new key',
    'details',
    `key: keyFor(key, 'cont', KEY_MAX)`,
    'key: keyFor(`${key}${performance.now()}`, "cont", KEY_MAX)',
    LOST,
    'continuation is executed once',
  ],
  [
    'two equal refunds of a payment are one',
    'requests',
    `keysOf(modification, key, context),
    { merchantAccount, reference: referenceOf(modification, key), ...members },`,
    `keysOf(modification, pspReference, context),
    { merchantAccount, reference: referenceOf(modification, key), ...members },`,
    AT_TWIN,
    'makes two equal refunds',
  ],
  [
    'the reference of an operation is cut so that two meet',
    'requests',
    `return keyFor(key, modification, REFERENCE_MAX)`,
    `return keyFor(key, modification, REFERENCE_MAX).slice(0, 24)`,
    AT_TWIN,
    'makes two equal refunds',
  ],
  [
    'a request that is under way was refused',
    'read-answer',
    `code !== null && code !== IN_PROGRESS_ERROR`,
    `code !== null`,
    RECORDED,
    'leaves the outcome unknown',
  ],
  [
    'a payment that was received is declined',
    'codes',
    `Received: 'pending',`,
    `Received: 'declined',`,
    RECORDED,
  ],
  [
    'an operation is pending that Adyen was not asked for',
    'step',
    `if (pspReference === null) return refuse('Adyen has not named the payment yet')`,
    `if (pspReference === null)
    return answer({ ...canceledOutcome(message.idempotency_key, message.account_id, currency), processing_code: '1002' })`,
    AT_TWIN,
    'without an Adyen reference',
  ],
  [
    'all card payments have one reference',
    'card-request',
    `reference: message.idempotency_key,`,
    `reference: 'payment',`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'all orders have one reference',
    'order-request',
    `reference: message.idempotency_key,`,
    `reference: 'payment',`,
    AT_TWIN,
    'pays and refunds',
  ],
  [
    'a technical cancel that found nothing has cancelled',
    'events',
    `  if (!isSuccess) {
    const refusal`,
    `  if (!isSuccess && call !== 'undo') {
    const refusal`,
    AT_TWIN,
    'found nothing',
  ],
]

const KEYS_OF_UNDOS: readonly Line[] = [
  [
    'a reversal has the key of the cancellation by our reference',
    'requests',
    `keysOf('cref', key, context)`,
    `keysOf(modification, key, context)`,
    AT_TWIN,
    'named meanwhile',
  ],
]

const STATES: readonly Line[] = [
  [
    'status 200 is an approval, whatever it says',
    'codes',
    `Refused: 'declined',`,
    `Refused: 'approved',`,
    AT_TWIN,
    'declines refusal reason',
  ],
  [
    'an unknown result code is pending',
    'payment-answer',
    "return unknown(`Unexpected result code ${word || 'none'}`)",
    'return answer(pendingOutcome(namesOf(body, asked), asked.currency, word))',
    RECORDED,
    'leaves the outcome unknown',
  ],
  [
    'an unknown status of an operation is pending',
    'modification-answer',
    `if (status !== 'received' || psp === null`,
    `if (status === null || psp === null`,
    RECORDED,
    'is unknown',
  ],
  [
    'a hold takes the money',
    'card-request',
    `...(isHold && { manualCapture: 'true' }),`,
    ``,
    AT_TWIN,
    'pending until its event',
  ],
  [
    'a purchase is left to the setting of the account',
    'card-request',
    `...(!isHold && { captureDelayHours: 0 }),`,
    ``,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'a capture that failed was done',
    'events',
    `  if (!isSuccess) {
    const refusal`,
    `  if (!isSuccess && call !== 'capture') {
    const refusal`,
    AT_TWIN,
    'reports its failure',
  ],
  [
    'a capture that fails later is a refund that fails',
    'event-codes',
    `CAPTURE_FAILED: { record: 'CAPTURE_FAILED' }`,
    `CAPTURE_FAILED: { record: 'REFUND_FAILED' }`,
    RECORDED_EVENTS,
  ],
  [
    '"received" is done',
    'modification-answer',
    `return answer(pendingOutcome(names, written ?? currency, status))`,
    `return answer({ ...pendingOutcome(names, written ?? currency, status), processing_code: '0000' })`,
    AT_TWIN,
    'pending until its event',
  ],
  [
    'a refund that fails after its success is no record',
    'event-codes',
    `REFUND_FAILED: { record: 'REFUND_FAILED' },`,
    ``,
    RECORDED_EVENTS,
  ],
  [
    'a chargeback leaves the money where it is',
    'event-codes',
    `CHARGEBACK: dispute('DISPUTE_OPENED', 'WITHDRAWN'),`,
    `CHARGEBACK: dispute('DISPUTE_OPENED', 'NONE'),`,
    RECORDED_EVENTS,
  ],
  [
    'an event of a refund is one of its payment',
    'events',
    `return outcomeEvent(told, MODIFICATIONS[named.modification], named.key)`,
    `return outcomeEvent(told, paymentCall(item), named.key)`,
    AT_TWIN,
    'pending until its event',
  ],
  [
    'what is held is reversed, and what was taken is cancelled',
    'step',
    `return kindOf(original.state, context) === 'AUTHORIZE'`,
    `return kindOf(original.state, context) !== 'AUTHORIZE'`,
    LOST,
    'void of',
  ],
  [
    'a capture is voided by cancelling its payment',
    'step',
    `if (isOfCapture) return refund({ ...call, modification: 'void' }, context)`,
    ``,
    AT_TWIN,
    'by the void of a capture',
  ],
  [
    'an order that was declined is cancelled all the same',
    'step',
    `if (awaited !== null || isDeclined) return`,
    `if (awaited !== null) return`,
    AT_TWIN,
    'abandons a payment that was declined',
  ],
  [
    'several captures are offered',
    'declare',
    `capture: { several: false, partly: true },`,
    `capture: { several: true, partly: true },`,
    DECLARED,
  ],
  [
    'a cancellation that failed ends the payment',
    'events',
    `return isSuccess ? { ...outcome, processing_code: '1003' } : outcome`,
    `return { ...outcome, processing_code: '1003' }`,
    EVENTS,
  ],
]

const TOLD: readonly Line[] = [
  [
    'signatures are not looked at',
    'events',
    `if (body === null || !body.items.every((item) => isSigned(item, context.secrets)))`,
    `if (body === null)`,
    EVENTS,
  ],
  ['one signed item proves the others', 'events', `!body.items.every(`, `!body.items.some(`, EVENTS],
  [
    'every signature is right',
    'verify-notification',
    `return matches.includes(true)`,
    `return given.length === 32`,
    EVENTS,
  ],
  [
    'a key that is none is one that everybody has',
    'verify-notification',
    `const keys = hmacKeys.filter((key) => HMAC_KEY.test(key))`,
    `const keys = hmacKeys`,
    EVENTS,
  ],
  [
    'the signature does not cover the result',
    'verify-notification',
    `  'eventCode',
  'success',
] as const`,
    `  'eventCode',
] as const`,
    EVENTS,
  ],
  [
    'the signature is checked over amounts in our units',
    'verify-notification',
    `return typeof value === 'string' || typeof value === 'number' ? String(value) : ''`,
    `return typeof value === 'number' ? String(value / 100) : typeof value === 'string' ? value : ''`,
    EVENTS,
  ],
  [
    'each message about a fact is a fact of its own',
    'events',
    'fact: `${pspReference}:${eventCode}`,',
    'fact: `${pspReference}:${eventCode}:${item.occurredAt}`,',
    EVENTS,
  ],
  [
    'each repetition of a message is a new one',
    'events',
    'id: `${pspReference}:${eventCode}:${String(isSuccess)}`,\n    live: isLive,\n    occurred_at: occurredAt,',
    'id: `${pspReference}:${eventCode}:${occurredAt}`,\n    live: isLive,\n    occurred_at: occurredAt,',
    EVENTS,
  ],
  [
    'a record names itself in place of its payment',
    'events',
    `parent_refs: originalReference === null ? [] : [originalReference],`,
    `parent_refs: [pspReference],`,
    EVENTS,
  ],
  [
    'a technical cancel is about the payment, not about the undo',
    'events',
    `if (code === 'TECHNICAL_CANCEL') return outcomeEvent(item, 'undo', item.merchantReference)`,
    `if (code === 'TECHNICAL_CANCEL') return outcomeEvent(item, paymentCall(item), item.merchantReference)`,
    EVENTS,
  ],
  [
    'an event counts at the address of every account',
    'events',
    `return accountId === null || read.merchantAccount === accountId ? toEvent(read) : toMisdirected(read)`,
    `return toEvent(read)`,
    EVENTS,
  ],
  [
    'what does not say where it is from is live',
    'notification',
    `object?.['live'] === 'true' || object?.['live'] === true`,
    `object?.['live'] !== 'false'`,
    EVENTS,
  ],
  [
    'an event of an order is one of a card',
    'events',
    `return isOrderMethod(paymentMethod) ? 'order' : 'authorization'`,
    `return 'authorization'`,
    AT_TWIN,
    'pays and refunds',
  ],
]

const CARDS: readonly Line[] = [
  [
    'the cryptogram and the id of an authentication are swapped',
    'card-request',
    `    ...(authentication.authentication_value && { cavv: authentication.authentication_value }),
    ...(authentication.ds_trans_id && { dsTransID: authentication.ds_trans_id }),`,
    `    ...(authentication.authentication_value && { dsTransID: authentication.authentication_value }),
    ...(authentication.ds_trans_id && { cavv: authentication.ds_trans_id }),`,
    AT_TWIN,
    'external authentications unchanged',
  ],
  [
    'the cryptogram is encoded in another way',
    'card-request',
    `{ cavv: authentication.authentication_value }`,
    `{ cavv: Buffer.from(authentication.authentication_value, 'base64').toString('hex') }`,
    AT_TWIN,
    'external authentications unchanged',
  ],
  [
    'the ECI is that of full authentication',
    'card-request',
    `eci: authentication.eci,`,
    `eci: '05',`,
    AT_TWIN,
    'external authentications unchanged',
  ],
  [
    'an attempt is told as full authentication',
    'card-request',
    `directoryResponse: authentication.trans_status,`,
    `directoryResponse: 'Y',`,
    AT_TWIN,
    'external authentications unchanged',
  ],
  [
    'a proof from outside is authenticated again',
    'card-request',
    `if (mpiData || message.authentication_required !== true)`,
    `if (message.authentication_required === undefined)`,
    AT_TWIN,
    'external authentications unchanged',
  ],
  [
    'the cryptogram of a network token is lost',
    'card-request',
    `tokenAuthenticationVerificationValue: cryptogram,`,
    `cavv: cryptogram,`,
    AT_TWIN,
    'network tokens',
  ],
  [
    'a charge of the merchant is one of the shopper',
    'card-request',
    `recurringProcessingModel: isByMerchant ? 'UnscheduledCardOnFile' : 'CardOnFile',`,
    `recurringProcessingModel: 'CardOnFile',`,
    AT_TWIN,
    'saved cards',
  ],
  [
    'the first payment of a saved card is a later one',
    'card-request',
    `stored.sequence === 'FIRST' && !isByMerchant ? 'Ecommerce' : 'ContAuth'`,
    `stored.sequence === 'SUBSEQUENT' && !isByMerchant ? 'Ecommerce' : 'ContAuth'`,
    AT_TWIN,
    'saved cards',
  ],
  [
    'the name that the network gave a saved card is not sent',
    'card-request',
    `{ networkPaymentReference: stored.network_transaction_id }`,
    `{}`,
    AT_TWIN,
    'saved cards',
  ],
  [
    'the name that the network gives a card is lost',
    'outcome',
    `textOf(extra, 'networkTxReference')?.slice(0, 64) ?? null`,
    `null`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'every decline is one',
    'outcome',
    `const processingCode = known?.code ?? DECLINED_AS[word] ?? '1000'`,
    `const processingCode = DECLINED_AS[word] ?? '1000'`,
    AT_TWIN,
    'declines refusal reason',
  ],
  [
    'a soft decline is a decline',
    'codes',
    `export const SOFT_DECLINE = '38'`,
    `export const SOFT_DECLINE = '0'`,
    AT_TWIN,
    'declines refusal reason',
  ],
  [
    'the advice of a network is lost',
    'outcome',
    `...(advice && { network_advice: advice }),`,
    ``,
    AT_TWIN,
    'advice',
  ],
  [
    'the result of another challenge counts',
    'details',
    `if (textOf(message, 'threeDSServerTransID')?.toLowerCase() !== awaited.transId) return null`,
    ``,
    AT_TWIN,
    'rejects the result of another payment',
  ],
  [
    'the browser says which payment it came back from',
    'payment-answer',
    `idempotency_key: textOf(body, 'merchantReference') ?? asked.key,`,
    `idempotency_key: asked.key,`,
    AT_TWIN,
    'swapped',
  ],
  [
    'a failed authentication is told as an attempt',
    'outcome',
    `const transStatus = TRANS_STATUSES.find((status) => status === found)`,
    `const transStatus = found === 'N' ? 'A' : TRANS_STATUSES.find((status) => status === found)`,
    RECORDED,
  ],
  [
    'the result before a challenge is that of the authentication',
    'outcome',
    `status !== null && status !== 'C'`,
    `status !== null`,
    RECORDED,
  ],
  [
    'an exemption is claimed that nobody asked for',
    'card-request',
    `...(exemption && { scaExemption: exemption }),`,
    `scaExemption: exemption ?? 'lowValue',`,
    AT_TWIN,
    'requests the exemption',
  ],
  [
    'a mandatory challenge is a wish',
    'card-request',
    `MANDATE: '04'`,
    `MANDATE: '03'`,
    AT_TWIN,
    'sends the preference',
  ],
]

const OPERATION: readonly Line[] = [
  [
    'the address of a request has the card number',
    'card-request',
    `    '/payments',`,
    '    `/payments?card=${message.card.number.reveal()}`,',
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'the key of the account can be printed',
    'requests',
    `'x-api-key': apiKey,`,
    `'x-api-key': apiKey.reveal(),`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'the key of the account is in a header of ours too',
    'requests',
    `'idempotency-key': key },`,
    `'idempotency-key': key, 'x-client': apiKey },`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'a state holds the card number',
    'step',
    `merchantAccount: message.account_id,
        kind,`,
    `merchantAccount: \`\${message.account_id} \${message.card.number.reveal()}\`,
        kind,`,
    AT_TWIN,
    'approves a purchase',
  ],
  [
    'the contract has no such member',
    'card-request',
    `threeDSRequestorChallengeInd: CHALLENGE`,
    `challengeIndicator: CHALLENGE`,
    AT_TWIN,
    'fingerprint and challenge',
  ],
]

/** Outside of the connector: what all providers share, and Adyen alone needs. */
const AROUND: readonly PlantedBug[] = [
  {
    name: 'the names of a payment that asks for its shopper at once are lost',
    file: 'packages/gateway/src/transactions/card/follow-shopper.ts',
    right: 'providerStep({ ...context, ...execution }, answer.step, {',
    wrong: 'providerStep({ ...execution, ...context }, answer.step, {',
    suite: 'packages/gateway/test/adyen-methods.test.ts',
    title: 'card 4212345678901237, approve',
  },
  {
    name: 'kit: a refused token is renewed by all at once',
    file: 'packages/connectors/src/runtime/cache-tokens.ts',
    right: 'if (earlier) return (await earlier).token',
    wrong: '',
    suite: 'packages/connectors/src/runtime/cache-tokens.test.ts',
  },
  {
    name: 'kit: a refused token is used again',
    file: 'packages/connectors/src/runtime/cache-tokens.ts',
    right: 'if (known.get(account)?.token === refused) known.delete(account)',
    wrong: '',
    suite: 'packages/connectors/src/runtime/cache-tokens.test.ts',
  },
]

export const BUGS_OF_ADYEN: readonly PlantedBug[] = [
  ...AMOUNTS,
  ...LOST_ANSWERS,
  ...KEYS_OF_UNDOS,
  ...STATES,
  ...TOLD,
  ...CARDS,
  ...OPERATION,
]
  .map(([name, file, right, wrong, suite, title]): PlantedBug => ({
    name: `adyen: ${name}`,
    file: `${CONNECTOR}/${file}.ts`,
    right,
    wrong,
    suite,
    ...(title !== undefined && { title }),
  }))
  .concat(AROUND)
