import { base64, code, digits, jws, list, object, text, url, uuid, version, words } from './formats.ts'
import { type EmvMessage, has, is, type Member, within } from './members.ts'

const isChallenge = is('transStatus', 'C')
/** Without a payment, the bank may omit the value. */
const isProof = (message: EmvMessage, category: string): boolean =>
  category === '01' && is('transStatus', 'Y', 'A')(message)
const isRefusal = (message: EmvMessage, category: string): boolean =>
  category === '01' && is('transStatus', 'N', 'U', 'R')(message)

/** The device channel, which is in the request, decides which members an answer must have. */
const IDS = {
  acsTransID: [uuid, 'REQUIRED'],
  dsTransID: [uuid, 'REQUIRED'],
  threeDSServerTransID: [uuid, 'REQUIRED'],
  messageVersion: [version, 'REQUIRED'],
  messageExtension: [list(10), 'OPTIONAL'],
} as const

const PROOF = {
  authenticationValue: [base64, isProof],
  eci: [text(2, 2), 'OPTIONAL'],
} as const

const TRUST_LIST = {
  whiteListStatus: [words('Y N E P R U'), 'OPTIONAL'],
  whiteListStatusSource: [code(3), has('whiteListStatus')],
} as const

const REASONS_210 = code(21)
const REASONS_220 = code(26)

/** ARes: the bank's immediate answer. */
export const ARES: readonly Member[] = [
  ...within(
    {},
    {
      ...IDS,
      ...PROOF,
      messageType: [words('ARes'), 'REQUIRED'],
      acsReferenceNumber: [text(32), 'REQUIRED'],
      acsOperatorID: [text(32), 'OPTIONAL'],
      dsReferenceNumber: [text(32), 'REQUIRED'],
      cardholderInfo: [text(128), 'OPTIONAL'],
    },
  ),
  ...within({ channels: ['APP', 'BRW'] }, { acsChallengeMandated: [words('Y N'), isChallenge] }),
  ...within({ channels: ['BRW'] }, { acsURL: [url(2048), isChallenge] }),
  ...within(
    { channels: ['APP'] },
    {
      acsRenderingType: [object, isChallenge],
      acsSignedContent: [jws, isChallenge],
      sdkTransID: [uuid, 'REQUIRED'],
    },
  ),
  ...within(
    { version: '2.1.0' },
    {
      transStatus: [words('Y N U A C R'), 'REQUIRED'],
      transStatusReason: [REASONS_210, isRefusal],
      authenticationType: [code(3), isChallenge],
    },
  ),
  ...within(
    { version: '2.2.0' },
    {
      ...TRUST_LIST,
      transStatus: [words('Y N U A C D R I'), 'REQUIRED'],
      transStatusReason: [REASONS_220, isRefusal],
      authenticationType: [code(4), is('transStatus', 'C', 'D')],
      acsDecConInd: [words('Y N'), is('transStatus', 'D')],
    },
  ),
]

/** RReq: the result of a challenge, as the bank reported it to the 3DS server. */
export const RREQ: readonly Member[] = [
  ...within(
    {},
    {
      ...IDS,
      ...PROOF,
      messageType: [words('RReq'), 'REQUIRED'],
      messageCategory: [code(2), 'REQUIRED'],
      transStatus: [words('Y N U A R'), 'REQUIRED'],
    },
  ),
  ...within(
    { channels: ['APP'] },
    { acsRenderingType: [object, 'OPTIONAL'], sdkTransID: [uuid, 'OPTIONAL'] },
  ),
  ...within({ channels: ['APP', 'BRW'] }, { interactionCounter: [digits(2), 'REQUIRED'] }),
  ...within(
    { version: '2.1.0' },
    {
      transStatusReason: [REASONS_210, isRefusal],
      authenticationType: [code(3), 'OPTIONAL'],
      challengeCancel: [code(8, [2, 3]), 'OPTIONAL'],
    },
  ),
  ...within(
    { version: '2.2.0' },
    {
      ...TRUST_LIST,
      transStatusReason: [REASONS_220, isRefusal],
      authenticationType: [code(4), 'OPTIONAL'],
      challengeCancel: [code(8, [2]), 'OPTIONAL'],
    },
  ),
]

/** CReq: the message that the browser brings to the bank. */
export const CREQ: readonly Member[] = within(
  {},
  {
    messageType: [words('CReq'), 'REQUIRED'],
    messageVersion: [version, 'REQUIRED'],
    messageExtension: [list(10), 'OPTIONAL'],
    acsTransID: [uuid, 'REQUIRED'],
    threeDSServerTransID: [uuid, 'REQUIRED'],
    challengeWindowSize: [words('01 02 03 04 05'), 'REQUIRED'],
  },
)

/** CRes: the message that the bank returns by the browser. It proves nothing. */
export const CRES: readonly Member[] = within(
  {},
  {
    messageType: [words('CRes'), 'REQUIRED'],
    messageVersion: [version, 'REQUIRED'],
    messageExtension: [list(10), 'OPTIONAL'],
    acsTransID: [uuid, 'REQUIRED'],
    threeDSServerTransID: [uuid, 'REQUIRED'],
    transStatus: [words('Y N'), 'REQUIRED'],
    challengeCompletionInd: [words('Y N'), 'OPTIONAL'],
  },
)

const ERROR_CODES = words('101 102 103 201 202 203 204 301 302 303 304 305 306 307 402 403 404 405')

/** Erro: a message could not be handled. */
export const ERRO: readonly Member[] = within(
  {},
  {
    messageType: [words('Erro'), 'REQUIRED'],
    messageVersion: [version, 'REQUIRED'],
    threeDSServerTransID: [uuid, 'OPTIONAL'],
    acsTransID: [uuid, 'OPTIONAL'],
    dsTransID: [uuid, 'OPTIONAL'],
    sdkTransID: [uuid, 'OPTIONAL'],
    errorCode: [ERROR_CODES, 'REQUIRED'],
    errorComponent: [words('C S D A'), 'REQUIRED'],
    errorDescription: [text(2048), 'REQUIRED'],
    errorDetail: [text(2048), 'REQUIRED'],
    errorMessageType: [words('ARes AReq PRes PReq CRes CReq RReq RRes Erro'), 'OPTIONAL'],
  },
)

const SCHEMES = words('standin visa mastercard jcb upi amex protectbuy sbn')

/** CRD, the server’s own message: the facts about the card’s range. */
export const CRD: readonly Member[] = within(
  {},
  {
    messageType: [words('CRD'), 'REQUIRED'],
    threeDSServerTransID: [uuid, 'REQUIRED'],
    acsStartProtocolVersion: [words('2.1.0 2.2.0 2.3.1'), 'REQUIRED'],
    acsEndProtocolVersion: [words('2.1.0 2.2.0 2.3.1'), 'REQUIRED'],
    dsStartProtocolVersion: [words('2.1.0 2.2.0 2.3.1'), 'REQUIRED'],
    dsEndProtocolVersion: [words('2.1.0 2.2.0 2.3.1'), 'REQUIRED'],
    acsProtocolVersions: [list(10), 'OPTIONAL'],
    dsProtocolVersions: [list(10), 'OPTIONAL'],
    threeDSServerProtocolVersions: [list(10), 'OPTIONAL'],
    acsInfoInd: [list(30), 'OPTIONAL'],
    threeDSMethodURL: [url(256), 'OPTIONAL'],
    scheme: [SCHEMES, 'REQUIRED'],
  },
)

/** The request of `/preauth`. */
export const PREAUTH: readonly Member[] = within(
  {},
  { acctNumber: [digits(13, 19), 'REQUIRED'], ds: [SCHEMES, 'OPTIONAL'] },
)

/** The request of `/postauth`. */
export const POSTAUTH: readonly Member[] = within({}, { threeDSServerTransID: [uuid, 'REQUIRED'] })
