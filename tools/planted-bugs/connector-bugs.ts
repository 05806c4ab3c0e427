/**
 * The classic faults of connectors, each at one place of Stripe's connector or of the kit. The places were drawn from those where a fault of its
 * kind fits, after the suites were written. `packages/connectors/test/README.md` says which kinds cannot occur here, and why.
 */
import type { PlantedBug } from './planted-bug.ts'

const STRIPE = 'packages/connectors/src/stripe'
const KIT = 'packages/connectors/src/kit'
const LOST = 'packages/connectors/test/stripe/lost-answers.test.ts'
const CARDS = 'packages/connectors/test/stripe/cards.test.ts'
const ORDERS = 'packages/connectors/test/stripe/orders.test.ts'
const EVENTS = 'packages/connectors/test/stripe/events.test.ts'

const AMOUNTS: readonly PlantedBug[] = [
  {
    name: 'stripe: a payment is asked for in major units',
    file: `${STRIPE}/calls/payment.ts`,
    right: 'amount: UNITS.format(terms.amount, terms.currency),',
    wrong: 'amount: Math.round(UNITS.format(terms.amount, terms.currency) / 100),',
    suite: LOST,
    title: 'a purchase',
  },
  {
    name: 'stripe: a currency has the exponent of the standard',
    file: `${STRIPE}/exponents.ts`,
    right: 'ISK: { exponent: 2 },',
    wrong: 'ISK: { exponent: 0 },',
    suite: LOST,
    title: 'a purchase.*ISK, none',
  },
  {
    name: 'stripe: the amount of a refund is not translated',
    file: `${STRIPE}/calls/refund-payment.ts`,
    right: 'amount: UNITS.format(amount, currency),',
    wrong: 'amount,',
    suite: LOST,
    title: 'a partial refund.*ISK, none',
  },
  {
    name: 'stripe: the amount of a capture is not translated',
    file: `${STRIPE}/calls/operate.ts`,
    right: 'const captured = UNITS.format(amount, currency)',
    wrong: 'const captured = amount',
    suite: LOST,
    title: 'a partial capture.*ISK, none',
  },
  {
    name: 'stripe: a refund gives back the whole payment',
    file: `${STRIPE}/calls/refund-payment.ts`,
    right: 'amount: UNITS.format(amount, currency),',
    wrong: 'amount: intent.amount_received,',
    suite: LOST,
    title: 'a partial refund.*EUR, none',
  },
  {
    name: 'kit: numbers are written as a language writes them',
    file: `${KIT}/encode-form.ts`,
    right: `if (typeof value !== 'object') return [[name, String(value)]]`,
    wrong: `if (typeof value !== 'object') return [[name, value.toLocaleString('en')]]`,
    suite: LOST,
    title: 'a purchase.*EUR, none',
  },
  {
    name: 'kit: amounts that do not fit are not declared',
    file: `${KIT}/exponents.ts`,
    right: 'const step = multipleOf * 10 ** Math.max(0, -difference)',
    wrong: 'const step = 10 ** Math.max(0, -difference)',
    suite: `${KIT}/exponents.test.ts`,
  },
  {
    name: 'stripe: a refund may be in another currency than its payment',
    file: `${STRIPE}/calls/operate.ts`,
    right: 'if (currencyOf(intent) !== message.currency)',
    wrong: `if (currencyOf(intent) === '')`,
    suite: CARDS,
    title: 'are refused in a currency other than the payment',
  },
]

const LOST_ANSWERS: readonly PlantedBug[] = [
  {
    name: 'stripe: a page of a balancer is a refusal',
    file: `${STRIPE}/read-result.ts`,
    right: "if (!read.success) return { kind: 'lost', reason: `status ${status} without an error` }",
    wrong: "if (!read.success) return { kind: 'invalid', error: { message: `status ${status}` } }",
    suite: LOST,
    title: 'a purchase',
  },
  {
    name: 'stripe: an error of Stripe itself is a refusal',
    file: `${STRIPE}/read-result.ts`,
    right: "return { kind: 'lost', reason: `status ${status}` }",
    wrong: "return { kind: 'invalid', error }",
    suite: LOST,
    title: 'a purchase',
  },
  {
    name: 'stripe: a repeated request has a new key',
    file: `${STRIPE}/requests.ts`,
    right: 'keyFor(key, purpose, KEY_MAX_CHARS)',
    wrong: 'keyFor(`${key}${performance.now()}`, purpose, KEY_MAX_CHARS)',
    suite: CARDS,
    title: 'is done once for one key',
  },
  {
    name: 'stripe: two refunds of a payment have one key',
    file: `${STRIPE}/calls/refund-payment.ts`,
    right: `writeRequest(context, wanted, { key, purpose: 'ref', form })`,
    wrong: `writeRequest(context, wanted, { key: intent.id, purpose: 'ref', form })`,
    suite: LOST,
    title: 'two refunds',
  },
  {
    name: 'kit: keys are cut so that two meet',
    file: `${KIT}/key-for.ts`,
    right: 'const key = `${request}-${callKey}`',
    wrong: 'const key = `${request}-${callKey}`.slice(0, 18)',
    suite: LOST,
    title: 'two refunds',
  },
  {
    name: 'stripe: the repeated answer about a refund is the truth',
    file: `${STRIPE}/calls/refund-payment.ts`,
    right: `if (reading.kind === 'done' && !reading.isReplayed)`,
    wrong: `if (reading.kind === 'done')`,
    suite: CARDS,
    title: 'failed since',
  },
  {
    name: 'stripe: a request that is under way was refused',
    file: `${STRIPE}/read-result.ts`,
    right: "if (status === CONFLICT) return { kind: 'busy', isSameKey: true }",
    wrong: "if (status === CONFLICT) return { kind: 'invalid', error }",
    suite: LOST,
    title: 'while its first request is in progress',
  },
  {
    name: 'stripe: a payment that nobody confirmed is pending',
    file: `${STRIPE}/answers.ts`,
    right: `? { kind: 'untouched' }`,
    wrong: `? { kind: 'outcome', outcome: outcomeOf(intent, '1002') }`,
    suite: LOST,
    title: 'a purchase.*EUR, request-lost',
  },
  {
    name: 'stripe: all payments have one id',
    file: `${STRIPE}/calls/payment.ts`,
    right: '[METADATA.key]: terms.key,',
    wrong: `[METADATA.key]: 'payment',`,
    suite: LOST,
    title: 'a purchase.*EUR, none',
  },
]

const STATES: readonly PlantedBug[] = [
  {
    name: 'stripe: status 200 is an approval, whatever it says',
    file: `${STRIPE}/codes.ts`,
    right: `requires_payment_method: 'FAILED_OR_UNTOUCHED',`,
    wrong: `requires_payment_method: 'APPROVED',`,
    suite: CARDS,
    title: 'takes no money if authentication failed',
  },
  {
    name: 'stripe: an unknown status of a payment is pending',
    file: `${STRIPE}/answers.ts`,
    right:
      'if (!Object.hasOwn(INTENT_STATUSES, status)) throw new UnreadableObject(`unknown status ${status} of ${id}`)',
    wrong: "if (!Object.hasOwn(INTENT_STATUSES, status)) return 'APPROVED'",
    suite: CARDS,
    title: 'a status of a payment',
  },
  {
    name: 'stripe: an unknown status of a refund is done',
    file: `${STRIPE}/outcomes.ts`,
    right: 'const code = REFUND_STATUSES[refund.status]',
    wrong: `const code = REFUND_STATUSES[refund.status] ?? '0000'`,
    suite: CARDS,
    title: 'a status of a refund',
  },
  {
    name: 'stripe: a hold takes the money',
    file: `${STRIPE}/calls/payment.ts`,
    right: `capture_method: terms.isHeld ? 'manual' : 'automatic',`,
    wrong: `capture_method: 'automatic',`,
    suite: LOST,
    title: 'a hold.*EUR, none',
  },
  {
    name: 'stripe: a refund that is made later is done',
    file: `${STRIPE}/codes.ts`,
    right: `pending: '1002',`,
    wrong: `pending: '0000',`,
    suite: CARDS,
    title: 'stay pending until Stripe executes them',
  },
  {
    name: 'stripe: a refund that fails after its success is no record',
    file: `${STRIPE}/refund-events.ts`,
    right: 'if (hasFailed(said) && !wasOpen(data.previous_attributes))',
    wrong: 'if (hasFailed(said) && data.previous_attributes === null)',
    suite: EVENTS,
    title: 'records a failed refund once',
  },
  {
    name: 'stripe: an event of a refund is one of its payment',
    file: `${STRIPE}/refund-events.ts`,
    right: `call: said.metadata?.[METADATA.undo] ? 'undo' : 'refund',`,
    wrong: `call: 'authorization',`,
    suite: EVENTS,
    title: 'a refund of ours that was open',
  },
  {
    name: 'stripe: what is held is refunded in place of released',
    file: `${STRIPE}/calls/withdraw.ts`,
    right: `if (intent.status === 'requires_capture') return yield* voidPayment(context, message, intent)`,
    wrong: `if (intent.status === 'requires_capture') return yield* refundPayment(context, message, intent)`,
    suite: CARDS,
    title: 'an approval that must be undone',
  },
  {
    name: 'stripe: a repeated capture has a key of its own',
    file: `${STRIPE}/calls/operate.ts`,
    right: `const standing = captureOutcome(intent, key)
  if (standing) return answer(standing)`,
    wrong: `key = \`\${key}\${intent.amount_received}\``,
    suite: CARDS,
    title: 'take parts of one hold',
  },
  {
    name: 'stripe: a final capture keeps the rest',
    file: `${STRIPE}/calls/operate.ts`,
    right: '{ final_capture: isFinal }',
    wrong: '{ final_capture: false }',
    suite: LOST,
    title: 'a partial capture.*EUR, none',
  },
]

const TOLD: readonly PlantedBug[] = [
  {
    name: 'stripe: signatures are not looked at',
    file: `${STRIPE}/events.ts`,
    right: "if (!isSignedByStripe(rawBody, headers['stripe-signature'], context)) return { kind: 'refused' }",
    wrong: '',
    suite: EVENTS,
    title: 'forged events',
  },
  {
    name: 'stripe: every signature is right',
    file: `${STRIPE}/verify-signature.ts`,
    right: `return given.some((text) => isSameSignature(Buffer.from(text, 'hex'), expected))`,
    wrong: `return given.some((text) => text.length === expected.length * 2)`,
    suite: EVENTS,
    title: 'forged events',
  },
  {
    name: 'stripe: an old signature is right',
    file: `${STRIPE}/verify-signature.ts`,
    right: 'if (Math.abs(now - Number(seconds) * 1_000) > TOLERANCE_MS) return false',
    wrong: '',
    suite: EVENTS,
    title: 'forged events',
  },
  {
    name: 'stripe: the signature is checked over members written anew',
    file: `${STRIPE}/verify-signature.ts`,
    right: 'hmacSha256(secret, `${seconds}.`, rawBody)',
    wrong: 'hmacSha256(secret, `${seconds}.`, JSON.stringify(JSON.parse(Buffer.from(rawBody).toString())))',
    suite: EVENTS,
    title: 'is reported with its key',
  },
  {
    name: 'stripe: each event about a failed refund is a fact of its own',
    file: `${STRIPE}/refund-events.ts`,
    right: "record('REFUND_FAILED', `${said.id}:failed`)",
    wrong: "record('REFUND_FAILED', `${id}:failed`)",
    suite: EVENTS,
    title: 'records a failed refund once',
  },
  {
    name: 'stripe: a dispute names itself in place of its payment',
    file: `${STRIPE}/dispute-events.ts`,
    right: 'return [intent, charge].filter(',
    wrong: 'return [charge].filter(',
    suite: EVENTS,
    title: 'records that a dispute withdraws the money',
  },
  {
    name: 'stripe: an event is of whichever account it names first',
    file: `${STRIPE}/events.ts`,
    right: 'accounts.filter((account) => said.every((one) => one === account))',
    wrong: 'accounts.filter((account) => said.length === 0 || said[0] === account)',
    suite: EVENTS,
    title: 'ignores events of another account',
  },
  {
    name: 'stripe: an event of the test environment is live',
    file: `${STRIPE}/events.ts`,
    right: 'live: read.livemode,',
    wrong: 'live: true,',
    suite: EVENTS,
    title: 'is reported with its key',
  },
]

const CARDS_AND_PROOFS: readonly PlantedBug[] = [
  {
    name: 'stripe: the cryptogram and the id of an authentication are swapped',
    file: `${STRIPE}/calls/authorize.ts`,
    right: `    cryptogram,
    transaction_id: ds_trans_id,`,
    wrong: `    cryptogram: ds_trans_id,
    transaction_id: cryptogram,`,
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: the cryptogram is encoded in another way',
    file: `${STRIPE}/calls/authorize.ts`,
    right: `    cryptogram,
    transaction_id: ds_trans_id,`,
    wrong: `    cryptogram: Buffer.from(cryptogram, 'base64').toString('hex'),
    transaction_id: ds_trans_id,`,
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: the ECI is that of full authentication',
    file: `${STRIPE}/calls/authorize.ts`,
    right: 'electronic_commerce_indicator: STRIPE_ECIS.has(eci) ? eci : null,',
    wrong: `electronic_commerce_indicator: '05',`,
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: a charge of the merchant is one of the shopper',
    file: `${STRIPE}/calls/authorize.ts`,
    right: '...(isByMerchant && { off_session: true }),',
    wrong: '',
    suite: CARDS,
    title: 'saved cards',
  },
  {
    name: 'stripe: the name that the network gave a saved card is lost',
    file: `${STRIPE}/outcomes.ts`,
    right: 'network_transaction_id: card.network_transaction_id ?? null,',
    wrong: 'network_transaction_id: null,',
    suite: CARDS,
    title: 'saved cards',
  },
  {
    name: 'stripe: every decline is one',
    file: `${STRIPE}/outcomes.ts`,
    right: 'const meaning = decline ? DECLINE_CODES[decline] : ERROR_CODES[code ??',
    wrong: 'const meaning = ERROR_CODES[code ??',
    suite: CARDS,
    title: 'declines',
  },
  {
    name: 'stripe: the browser says which payment it came back from',
    file: `${STRIPE}/calls/continue.ts`,
    right: 'const found = yield* findPayment(context, message, account)',
    wrong: `const brought = message.brought.kind === 'RETURN' ? message.brought.query : ''
  const named = new URLSearchParams(brought).get('payment_intent')
  const found = yield* findPayment(context, { ...message, state: null, provider_reference: named }, account)`,
    suite: CARDS,
    title: 'authentication by Stripe',
  },
]

const OPERATION: readonly PlantedBug[] = [
  {
    name: 'stripe: the address of a request has the card number',
    file: `${STRIPE}/calls/authorize.ts`,
    right: `path: '/v1/payment_methods', account }`,
    wrong: 'path: `/v1/payment_methods?card=${card.number.reveal()}`, account }',
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: the key of the account can be printed',
    file: `${STRIPE}/requests.ts`,
    right: "authorization: new Secret(`Bearer ${apiKey?.reveal() ?? ''}`),",
    wrong: "authorization: `Bearer ${apiKey?.reveal() ?? ''}`,",
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: the key of the account is in a header of ours too',
    file: `${STRIPE}/requests.ts`,
    right: "'user-agent': 'sluice-gateway',",
    wrong: "'user-agent': 'sluice-gateway', 'x-client': apiKey ?? '',",
    suite: CARDS,
    title: 'an external authentication',
  },
  {
    name: 'stripe: the contract has no such parameter',
    file: `${STRIPE}/calls/payment.ts`,
    right: 'allowed_payment_method_types: terms.types,',
    wrong: 'payment_method_types: terms.types,',
    suite: ORDERS,
    title: 'provider-redirect-idl',
  },
]

const MATRIX = 'packages/gateway/test/connector-matrix.test.ts'

/** Faults in the gateway, which logs and stores the reports of connectors. */
const TOLD_BY_THE_GATEWAY: readonly PlantedBug[] = [
  {
    name: 'connectors: the log has the body of a request',
    file: 'packages/gateway/src/composition/log-exchange.ts',
    right: 'operation: name,',
    wrong: 'operation: `${name} ${request.body?.reveal()}`,',
    suite: MATRIX,
    title: 'sends no key',
  },
  {
    name: 'connectors: the log has the headers of a request',
    file: 'packages/gateway/src/composition/log-exchange.ts',
    right: 'operation: name,',
    wrong:
      "operation: `${name} ${String(Object.values(request.headers).map((one) => (typeof one === 'string' ? one : one.reveal())))}`,",
    suite: MATRIX,
    title: 'sends no key',
  },
  {
    name: 'connectors: a member that the contract leaves optional is not sent',
    file: `${STRIPE}/calls/payment.ts`,
    right: 'description: terms.description ?? terms.reference,',
    wrong: '',
    suite: MATRIX,
  },
]

export const CONNECTOR_BUGS: readonly PlantedBug[] = [
  ...AMOUNTS,
  ...LOST_ANSWERS,
  ...STATES,
  ...TOLD,
  ...CARDS_AND_PROOFS,
  ...OPERATION,
  ...TOLD_BY_THE_GATEWAY,
]
