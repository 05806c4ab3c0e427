import {
  code,
  date,
  digits,
  email,
  flag,
  ip,
  list,
  minutes,
  object,
  onlyTrue,
  text,
  url,
  uuid,
  version,
  words,
} from './formats.ts'
import { has, is, type Member, within } from './members.ts'

const PURCHASE = {
  purchaseAmount: [digits(1, 48), 'PAYMENT'],
  purchaseCurrency: [digits(3), 'PAYMENT'],
  purchaseDate: [date(14), 'PAYMENT'],
  purchaseExponent: [digits(1), 'PAYMENT'],
  transType: [words('01 03 10 11 28'), 'OPTIONAL'],
} as const

const isInstalment = is('threeDSRequestorAuthenticationInd', '03')
const isSeries = is('threeDSRequestorAuthenticationInd', '02', '03')
const SERIES = {
  purchaseInstalData: [digits(1, 3), isInstalment],
  recurringExpiry: [date(8), isSeries],
  recurringFrequency: [digits(1, 4), isSeries],
} as const

const COLOR_DEPTHS = words('1 4 8 15 16 24 32 48')
const screen = (presence: Member['presence']) =>
  ({
    browserColorDepth: [COLOR_DEPTHS, presence],
    browserJavaEnabled: [flag, presence],
    browserScreenHeight: [digits(1, 6), presence],
    browserScreenWidth: [digits(1, 6), presence],
    browserTZ: [minutes, presence],
  }) as const

/** AReq: the request to authenticate a cardholder. */
export const AREQ: readonly Member[] = [
  ...within(
    {},
    {
      messageType: [words('AReq'), 'REQUIRED'],
      messageVersion: [version, 'REQUIRED'],
      messageCategory: [code(2), 'REQUIRED'],
      messageExtension: [list(10), 'OPTIONAL'],
      deviceChannel: [code(3), 'REQUIRED'],
      threeDSServerTransID: [uuid, 'REQUIRED'],
      threeDSRequestorURL: [url(2048), 'REQUIRED'],
      threeDSRequestorPriorAuthenticationInfo: [object, 'OPTIONAL'],
      acctID: [text(64), 'OPTIONAL'],
      acctInfo: [object, 'OPTIONAL'],
      acctNumber: [digits(13, 19), 'REQUIRED'],
      acctType: [code(3), 'OPTIONAL'],
      acquirerBIN: [text(11), 'PAYMENT'],
      acquirerMerchantID: [text(35), 'PAYMENT'],
      billAddrCity: [text(50), 'OPTIONAL'],
      billAddrCountry: [digits(3), has('billAddrState')],
      billAddrLine1: [text(50), 'OPTIONAL'],
      billAddrLine2: [text(50), 'OPTIONAL'],
      billAddrLine3: [text(50), 'OPTIONAL'],
      billAddrPostCode: [text(16), 'OPTIONAL'],
      billAddrState: [text(3), 'OPTIONAL'],
      cardExpiryDate: [date(4), 'OPTIONAL'],
      cardholderName: [text(45, 2), 'OPTIONAL'],
      email: [email, 'OPTIONAL'],
      homePhone: [object, 'OPTIONAL'],
      mobilePhone: [object, 'OPTIONAL'],
      workPhone: [object, 'OPTIONAL'],
      mcc: [text(4, 4), 'PAYMENT'],
      merchantCountryCode: [digits(3), 'PAYMENT'],
      merchantName: [text(40), 'PAYMENT'],
      merchantRiskIndicator: [object, 'OPTIONAL'],
      payTokenInd: [onlyTrue, 'OPTIONAL'],
      shipAddrCity: [text(50), 'OPTIONAL'],
      shipAddrCountry: [digits(3), has('shipAddrState')],
      shipAddrLine1: [text(50), 'OPTIONAL'],
      shipAddrLine2: [text(50), 'OPTIONAL'],
      shipAddrLine3: [text(50), 'OPTIONAL'],
      shipAddrPostCode: [text(16), 'OPTIONAL'],
      shipAddrState: [text(3), 'OPTIONAL'],
    },
  ),
  ...within({ version: '2.1.0', channels: ['APP', 'BRW'] }, { ...PURCHASE, ...SERIES }),
  ...within({ version: '2.2.0' }, { ...PURCHASE, ...SERIES }),
  ...within(
    { version: '2.2.0' },
    {
      payTokenSource: [code(2), has('payTokenInd')],
      threeDSRequestorDecReqInd: [words('Y N'), 'OPTIONAL'],
      threeDSRequestorDecMaxTime: [digits(5), is('threeDSRequestorDecReqInd', 'Y')],
      whiteListStatus: [words('Y N E P R U'), 'OPTIONAL'],
      whiteListStatusSource: [code(3), has('whiteListStatus')],
    },
  ),
  ...within(
    { channels: ['APP', 'BRW'] },
    {
      addrMatch: [words('Y N'), 'OPTIONAL'],
      threeDSRequestorAuthenticationInfo: [object, 'OPTIONAL'],
    },
  ),
  ...within(
    { version: '2.1.0', channels: ['APP', 'BRW'] },
    {
      threeDSRequestorAuthenticationInd: [code(6), 'REQUIRED'],
      threeDSRequestorChallengeInd: [code(4), 'OPTIONAL'],
    },
  ),
  ...within(
    { version: '2.2.0', channels: ['APP', 'BRW'] },
    {
      threeDSRequestorAuthenticationInd: [code(7), 'REQUIRED'],
      threeDSRequestorChallengeInd: [code(9), 'OPTIONAL'],
      threeDSReqAuthMethodInd: [code(3), 'OPTIONAL'],
    },
  ),
  ...within(
    { channels: ['BRW'] },
    {
      browserAcceptHeader: [text(2048), 'REQUIRED'],
      browserIP: [ip, 'OPTIONAL'],
      browserLanguage: [text(8), 'REQUIRED'],
      browserUserAgent: [text(2048), 'REQUIRED'],
      notificationURL: [url(256), 'REQUIRED'],
      threeDSCompInd: [words('Y N U'), 'REQUIRED'],
    },
  ),
  ...within({ version: '2.1.0', channels: ['BRW'] }, screen('REQUIRED')),
  ...within(
    { version: '2.2.0', channels: ['BRW'] },
    { browserJavascriptEnabled: [flag, 'REQUIRED'], ...screen(is('browserJavascriptEnabled', true)) },
  ),
  ...within({ version: '2.1.0', channels: ['3RI'] }, { threeRIInd: [code(5), 'REQUIRED'] }),
  ...within({ version: '2.2.0', channels: ['3RI'] }, { threeRIInd: [code(12), 'REQUIRED'] }),
  ...within(
    { channels: ['APP'] },
    {
      deviceRenderOptions: [object, 'REQUIRED'],
      sdkAppID: [uuid, 'REQUIRED'],
      sdkEncData: [text(64_000), 'OPTIONAL'],
      sdkEphemPubKey: [object, 'REQUIRED'],
      sdkMaxTimeout: [digits(2), 'REQUIRED'],
      sdkReferenceNumber: [text(32), 'REQUIRED'],
      sdkTransID: [uuid, 'REQUIRED'],
    },
  ),
  ...within(
    { addedBy: 'EITHER' },
    { threeDSRequestorID: [text(35), 'REQUIRED'], threeDSRequestorName: [text(40), 'REQUIRED'] },
  ),
  ...within(
    { addedBy: 'SERVER' },
    {
      threeDSServerRefNumber: [text(32), 'REQUIRED'],
      threeDSServerOperatorID: [text(32), 'OPTIONAL'],
      threeDSServerURL: [url(2048), 'REQUIRED'],
      dsReferenceNumber: [text(32), 'OPTIONAL'],
      dsTransID: [uuid, 'OPTIONAL'],
      dsURL: [url(2048), 'OPTIONAL'],
    },
  ),
  ...within({ channels: ['APP'], addedBy: 'SERVER' }, { deviceInfo: [text(64_000), 'OPTIONAL'] }),
]
