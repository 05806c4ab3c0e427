import * as z from 'zod'
import { LIMITS } from '../vocabulary/index.ts'
import {
  amount,
  boundedText,
  personText,
  currency,
  customerInput,
  heldNumbers,
  ipAddress,
  isPossiblePhone,
  toE164,
  metadata,
  paymentReference,
  terminalId,
  webUrl,
  sentence,
} from './common.ts'
import { isRecord, membersRule, MESSAGES, type Problem } from './rules.ts'

const INDIAN_ACCOUNT_NUMBER = /^[0-9]{9,18}$/
const INDIAN_MOBILE = /^[6-9][0-9]{9}$/
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
const ACCOUNT_NUMBER = /^[A-Za-z0-9]{5,34}$/

const bankMember = personText(0, LIMITS.ADDRESS_MEMBER_MAX_CHARS)

const bankAccount = z.strictObject({
  account_number: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({ examples: ['123456789001'] }),
  account_name: personText(1, LIMITS.ACCOUNT_NAME_MAX_CHARS),
  ifsc: boundedText(0, LIMITS.NAME_MAX_CHARS)
    .optional()
    .meta({
      description: 'Required for INR, ignored for other currencies.',
      examples: ['HDFC0001234'],
    }),
  bank_code: bankMember.optional(),
  bank_name: bankMember.optional(),
  bank_branch: bankMember.optional(),
  bank_address: bankMember.optional(),
  bank_city: bankMember.optional(),
  bank_state: bankMember.optional(),
  mobile: boundedText(0, LIMITS.NAME_MAX_CHARS)
    .overwrite((text) => toE164(text) ?? text)
    .optional(),
})

/** The receiver of a payout. */
export const beneficiary = z
  .strictObject({ type: z.literal('bank_account'), data: bankAccount })
  .meta({ id: 'Beneficiary', clause: 'payouts', description: 'The bank account that a payout goes to.' })

function isAccountNumber(text: string): boolean {
  return ACCOUNT_NUMBER.test(text) && (!looksLikeIban(text) || hasValidIbanChecksum(text))
}

/** What a currency demands of the account it is paid to. */
const accountRule = membersRule(({ currency, beneficiary }) => {
  const data = isRecord(beneficiary) ? beneficiary.data : undefined
  if (typeof currency !== 'string' || !isRecord(data)) return []

  const { account_number: accountNumber, ifsc, mobile } = data
  const isIndian = currency === 'INR'
  const problems: Problem[] = []
  const report = (member: string, message: string) =>
    problems.push({ path: ['beneficiary', 'data', member], message })

  if (typeof accountNumber === 'string' && accountNumber !== '') {
    const fits = isIndian ? INDIAN_ACCOUNT_NUMBER.test(accountNumber) : isAccountNumber(accountNumber)
    if (!fits) report('account_number', MESSAGES.format)
  }
  if (isIndian && ifsc === undefined) report('ifsc', MESSAGES.required)
  if (isIndian && typeof ifsc === 'string' && !IFSC.test(ifsc)) report('ifsc', MESSAGES.format)
  if (typeof mobile === 'string' && !isPossiblePhone(mobile) && !(isIndian && INDIAN_MOBILE.test(mobile))) {
    report('mobile', MESSAGES.format)
  }
  return problems
})

/** A payout. */
export const payoutRequest = z
  .strictObject({
    terminal_id: terminalId,
    reference: paymentReference,
    description: sentence(1, LIMITS.PAYMENT_DESCRIPTION_MAX_CHARS),
    currency,
    amount,
    beneficiary,
    customer: customerInput.optional(),
    metadata: metadata.optional(),
    return_url: webUrl.optional(),
    options: z.looseObject({}).check(heldNumbers).optional().meta({ description: 'For the provider.' }),
    customer_ip: z
      .union([z.literal(''), ipAddress])
      .optional()
      .meta({
        description:
          'Without it, or empty, the record has the address of the connection, and no provider is told one.',
      }),
  })
  .check(accountRule)
  .meta({ id: 'PayoutRequest', clause: 'payouts', description: 'Money to send out.' })

// ISO 13616: two letters, two check digits, then up to 30 characters of the national account number.
const IBAN_FORM = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/

/** Whether an account number is written as an IBAN, with any check digits. */
function looksLikeIban(accountNumber: string): boolean {
  return IBAN_FORM.test(accountNumber)
}

/**
 * The check of ISO 7064 MOD 97-10: country and check digits move to the end, letters become 10 to 35, and the number
 * must leave 1. The remainder is carried along, so the number never outgrows a JavaScript integer.
 */
function hasValidIbanChecksum(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
