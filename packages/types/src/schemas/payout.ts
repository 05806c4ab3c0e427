import * as z from 'zod'
import { LIMITS, readPayoutAccount } from '../vocabulary/index.ts'
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
  bank_code: bankMember.optional().meta({
    description:
      'GBP: the sort code. USD: the ABA routing number. JPY: the bank’s four digits. Without it the provider decides.',
  }),
  bank_name: bankMember.optional(),
  bank_branch: bankMember.optional().meta({ description: 'JPY: the branch’s three digits.' }),
  bank_address: bankMember.optional(),
  bank_city: bankMember.optional(),
  bank_state: bankMember.optional(),
  mobile: boundedText(0, LIMITS.NAME_MAX_CHARS)
    .overwrite((text) => toE164(text) ?? text)
    .optional(),
})

/** The receiver of a payout. */
export const beneficiary = z.strictObject({ type: z.literal('bank_account'), data: bankAccount }).meta({
  id: 'Beneficiary',
  clause: 'payments#payouts',
  description: 'The bank account that a payout goes to.',
})

/** Validates the beneficiary's account by the rules of the currency. */
const accountRule = membersRule(({ currency, beneficiary }) => {
  const data = isRecord(beneficiary) ? beneficiary.data : undefined
  if (typeof currency !== 'string' || !isRecord(data)) return []

  const { account_number: accountNumber, bank_code, bank_branch, ifsc, mobile } = data
  const isIndian = currency === 'INR'
  const problems: Problem[] = []
  const report = (member: string, message: string) =>
    problems.push({ path: ['beneficiary', 'data', member], message })

  if (typeof accountNumber === 'string' && accountNumber !== '') {
    const form = isIndian ? INDIAN_ACCOUNT_NUMBER : ACCOUNT_NUMBER
    const { faults } = readPayoutAccount({
      currency,
      account_number: accountNumber,
      bank_code: textOr(bank_code),
      bank_branch: textOr(bank_branch),
    })
    const wrong = form.test(accountNumber) ? faults : (['account_number'] as const)
    for (const member of wrong) report(member, MESSAGES.format)
  }
  if (isIndian && ifsc === undefined) report('ifsc', MESSAGES.required)
  if (isIndian && typeof ifsc === 'string' && !IFSC.test(ifsc)) report('ifsc', MESSAGES.format)
  if (typeof mobile === 'string' && !isPossiblePhone(mobile) && !(isIndian && INDIAN_MOBILE.test(mobile))) {
    report('mobile', MESSAGES.format)
  }
  return problems
})

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)

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
          'Without it, or if it is empty, the record contains the address of the connection, and no address is sent to the provider.',
      }),
  })
  .check(accountRule)
  .meta({ id: 'PayoutRequest', clause: 'payments#payouts', description: 'Money to send out.' })
