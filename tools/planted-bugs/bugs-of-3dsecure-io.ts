import type { PlantedBug } from './planted-bug.ts'

const CONNECTOR = 'packages/connectors/src/3dsecure-io'
const SUITES = 'packages/connectors/test/3dsecure-io'
const CONVERSATIONS = `${SUITES}/conversations.test.ts`
const SPOILT = `${SUITES}/spoilt-answers.test.ts`

type Line = readonly [name: string, file: string, right: string, wrong: string, suite: string]

/** Faults that authors of connectors to 3-D Secure servers make: in what is passed on, and in what is believed. */
const LINES: readonly Line[] = [
  ['the ECI is lost', 'read-outcome', `eci: textOf(message, 'eci')`, `eci: null`, CONVERSATIONS],
  [
    'the ECI is that of Visa for every scheme',
    'read-outcome',
    `eci: textOf(message, 'eci')`,
    `eci: textOf(message, 'eci') && (transStatus === 'Y' ? '05' : transStatus === 'A' ? '06' : '07')`,
    CONVERSATIONS,
  ],
  [
    'the authentication value is encoded anew',
    'read-outcome',
    `authentication_value: textOf(message, 'authenticationValue')`,
    `authentication_value: textOf(message, 'authenticationValue')?.replace(/=+$/, '') ?? null`,
    CONVERSATIONS,
  ],
  [
    'the id of the directory server is lost',
    'read-outcome',
    `ds_trans_id: textOf(message, 'dsTransID')`,
    `ds_trans_id: null`,
    CONVERSATIONS,
  ],
  [
    'the ids of bank and directory server are swapped',
    'read-outcome',
    `ds_trans_id: textOf(message, 'dsTransID')`,
    `ds_trans_id: textOf(message, 'acsTransID')`,
    CONVERSATIONS,
  ],
  [
    'the id of the bank is that of the 3DS server',
    'read-outcome',
    `acs_trans_id: textOf(message, 'acsTransID')`,
    `acs_trans_id: textOf(message, 'threeDSServerTransID')`,
    CONVERSATIONS,
  ],
  [
    'a status that EMV does not have is an attempt',
    'read-outcome',
    `if (transStatus === undefined) return null`,
    `if (transStatus === undefined) return { trans_status: 'A' as const, trans_status_reason: null, eci: '06', authentication_value: null, ds_trans_id: null, acs_trans_id: null }`,
    SPOILT,
  ],
  [
    'a result counts for every authentication',
    'ask-server',
    `return typeof named === 'string' && named.toLowerCase() === threeDsServerTransId.toLowerCase()`,
    `return true`,
    SPOILT,
  ],
  [
    'an answer of another type is read as the result',
    'ask-server',
    `if (type !== question.messageType) return unknown('an answer of another type')`,
    ``,
    SPOILT,
  ],
  [
    'a result counts with every HTTP status',
    'read-message',
    `return status === 200`,
    `return status > 0`,
    SPOILT,
  ],
  [
    'a challenge is taken for an authentication',
    'authenticate',
    `if (outcome.trans_status !== 'C' || message.device_channel === '03')`,
    `if (outcome.trans_status !== null)`,
    CONVERSATIONS,
  ],
  [
    'every message is of version 2.2.0',
    'write-areq',
    `messageVersion: message.message_version,`,
    `messageVersion: '2.2.0',`,
    CONVERSATIONS,
  ],
  [
    'the purchase is said in major units',
    'write-areq',
    `String(message.purchase_amount)`,
    `String(Math.floor(message.purchase_amount / 100))`,
    CONVERSATIONS,
  ],
  [
    'every currency has two decimals',
    'write-areq',
    `String(message.purchase_exponent)`,
    `'2'`,
    CONVERSATIONS,
  ],
  [
    'the currency is said by its letters',
    'write-areq',
    `purchaseCurrency: message.purchase_currency_code`,
    `purchaseCurrency: message.purchase_currency`,
    CONVERSATIONS,
  ],
  ['a mandatory challenge is a wish', 'write-areq', `MANDATE: '04'`, `MANDATE: '03'`, CONVERSATIONS],
  [
    'that a card is saved is lost',
    'write-areq',
    `threeDSRequestorAuthenticationInd: message.authentication_indicator`,
    `threeDSRequestorAuthenticationInd: '01'`,
    CONVERSATIONS,
  ],
  [
    'the end of the fingerprint is lost',
    'write-areq',
    `threeDSCompInd: message.three_ds_comp_ind`,
    `threeDSCompInd: 'Y'`,
    CONVERSATIONS,
  ],
  [
    'the authentication with which a card was saved is lost',
    'write-areq',
    `threeDSReqPriorRef: prior_authentication.acs_trans_id,`,
    ``,
    CONVERSATIONS,
  ],
  [
    'an expired id is an error',
    'read-message',
    `isUnknownId: code === '301' || (code === '203' && texts.includes(UNKNOWN_ID))`,
    `isUnknownId: false`,
    CONVERSATIONS,
  ],
  [
    'a result that is not there yet ends the challenge',
    'error-codes',
    `{ '305': 'NONE' }`,
    `{}`,
    CONVERSATIONS,
  ],
  ['a second round reads the first result', 'read-result', `if (round > 1)`, `if (round > 2)`, CONVERSATIONS],
  [
    'that the shopper canceled is lost',
    'read-result',
    `challenge_cancel: textOf(message, 'challengeCancel')`,
    `challenge_cancel: null`,
    CONVERSATIONS,
  ],
  ['a silent directory server is an error', 'error-codes', `'405': 'UNAVAILABLE',`, ``, CONVERSATIONS],
  [
    'the log quotes what an error quotes',
    'read-message',
    'return `Erro ${known}${by}',
    'return `Erro ${known}${by} ${texts.join(" ")}',
    SPOILT,
  ],
  [
    'the older key is not tried',
    'ask-server',
    `const next = keys[transcript.length]`,
    `const next = keys[9]`,
    CONVERSATIONS,
  ],
]

export const BUGS_OF_3DSECURE_IO: readonly PlantedBug[] = LINES.map(([name, file, right, wrong, suite]) => ({
  name: `3dsecure.io: ${name}`,
  file: `${CONNECTOR}/${file}.ts`,
  right,
  wrong,
  suite,
}))
