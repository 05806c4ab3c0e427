import { CHALLENGE_PREFERENCES, EXEMPTIONS, LIMITS } from '@sluice/types/vocabulary'

import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { sayType } from '../wording/status-mark.ts'
import {
  installmentCounts,
  type LinkChoice,
  type LinkTerminal,
  linkTerminals,
  smallestDivided,
  typesAt,
} from './link-choice.ts'

/** Members of a link at whose fields problems are shown. */
export const LINK_MEMBERS = [
  'terminal_id',
  'transaction_type',
  'description',
  'currency',
  'amount',
  'amount_range.min',
  'amount_range.max',
  'options.installments',
  'max_uses',
  'expires_at',
  'return_url',
  'options.three_ds.challenge_preference',
  'options.three_ds.exemption',
] as const

export interface LinkField {
  readonly name: string
  readonly label: string
  readonly member: (typeof LINK_MEMBERS)[number]
  readonly hint?: string
  /** Of an input. */
  readonly value?: string
  readonly inputmode?: 'text' | 'decimal' | 'numeric' | 'url'
  /** Of a list: values and what they are called. */
  readonly options?: readonly (readonly [value: string, name: string])[]
  /** Of a list whose value other fields depend on. */
  readonly chosen?: string
}

/** The fields of a new link: those that the chosen terminal can do something with. */
export function linkFields(terminals: readonly LinkTerminal[], choice: LinkChoice): readonly LinkField[] {
  return [
    terminalField(terminals, choice),
    typeField(choice),
    ...DESCRIBED,
    ...(choice.type === 'VERIFY' ? [] : AMOUNTS),
    ...installmentFields(choice),
    ...LIMITED,
    ...authenticationFields(choice),
  ]
}

function terminalField(terminals: readonly LinkTerminal[], { terminal }: LinkChoice): LinkField {
  return {
    name: 'terminal',
    label: texts.terminal,
    member: 'terminal_id',
    options: linkTerminals(terminals).map(({ terminal_id: id }) => [id, id]),
    chosen: terminal.terminal_id,
  }
}

function typeField({ terminal, type }: LinkChoice): LinkField {
  return {
    name: 'type',
    label: texts.type,
    member: 'transaction_type',
    options: typesAt(terminal).map((one) => [one, sayType(one)]),
    chosen: type,
    ...(type === 'VERIFY' && { hint: texts.verifyHint }),
  }
}

const DESCRIBED: readonly LinkField[] = [
  { name: 'description', label: texts.description, member: 'description' },
  { name: 'currency', label: texts.currency, member: 'currency', value: 'EUR' },
]

const AMOUNTS: readonly LinkField[] = [
  { name: 'amount', label: texts.fixed, member: 'amount', inputmode: 'decimal' },
  { name: 'least', label: texts.least, member: 'amount_range.min', inputmode: 'decimal' },
  { name: 'most', label: texts.most, member: 'amount_range.max', inputmode: 'decimal' },
]

function installmentFields(choice: LinkChoice): readonly LinkField[] {
  const counts = installmentCounts(choice)
  if (counts.length === 0) return []
  const least = smallestDivided(choice)
  return [
    {
      name: 'installments',
      label: texts.installments,
      member: 'options.installments',
      hint:
        least > 1 ? texts.customerChoosesFrom(formatAmount(least, choice.currency)) : texts.customerChooses,
      options: [['', texts.inFull], ...counts.map((count) => [`${count}`, texts.upTo(count)] as const)],
    },
  ]
}

const LIMITED: readonly LinkField[] = [
  { name: 'uses', label: texts.maxUses, member: 'max_uses', value: '1', inputmode: 'numeric' },
  {
    name: 'days',
    label: texts.days,
    member: 'expires_at',
    value: String(LIMITS.PAYMENT_LINK_LIFETIME_DEFAULT_DAYS),
    inputmode: 'numeric',
  },
  { name: 'return', label: texts.returnUrl, member: 'return_url', inputmode: 'url' },
]

function authenticationFields({ terminal: { features } }: LinkChoice): readonly LinkField[] {
  const fields: readonly (LinkField & { readonly feature: string })[] = [
    {
      name: 'challenge',
      label: texts.challenge,
      member: 'options.three_ds.challenge_preference',
      feature: 'CHALLENGE_PREFERENCE',
      options: [
        ['', texts.notRequested],
        ...CHALLENGE_PREFERENCES.map((one) => [one, texts.challenges[one]] as const),
      ],
    },
    {
      name: 'exemption',
      label: texts.exemption,
      member: 'options.three_ds.exemption',
      feature: 'SCA_EXEMPTIONS',
      hint: texts.exemptionHint,
      options: [['', texts.notRequested], ...EXEMPTIONS.map((one) => [one, texts.exemptions[one]] as const)],
    },
  ]
  return fields.filter(({ feature }) => features.includes(feature))
}
