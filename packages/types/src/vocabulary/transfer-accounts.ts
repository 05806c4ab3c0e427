/**
 * The kinds of accounts that customers transfer money to. `IBAN`: ISO 13616. `SORT_CODE`: the United Kingdom. `ABA`: the United States.
 * `IFSC`: India. `CLABE`: Mexico. `ZENGIN`: Japan. `LOCAL`: any other country, as labelled lines.
 */
export const TRANSFER_ACCOUNT_KINDS = [
  'IBAN',
  'SORT_CODE',
  'ABA',
  'IFSC',
  'CLABE',
  'ZENGIN',
  'LOCAL',
] as const

/** A kind of account that customers transfer money to. */
export type TransferAccountKind = (typeof TRANSFER_ACCOUNT_KINDS)[number]

/** The kinds of a Japanese account: ordinary (普通), current (当座), savings (貯蓄). */
export const ZENGIN_ACCOUNT_TYPES = ['ORDINARY', 'CURRENT', 'SAVINGS'] as const

/** A kind of a Japanese account. */
export type ZenginAccountType = (typeof ZENGIN_ACCOUNT_TYPES)[number]
