import { CHALLENGE_PREFERENCES, EXEMPTIONS, LIMITS } from '@sluice/types/vocabulary'

import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { formatAmount } from '../wording/format.ts'
import { typeLabel } from '../wording/status-mark.ts'
import {
  installmentCounts,
  type LinkChoice,
  type LinkTerminal,
  linkTerminals,
  type Pricing,
  smallestDivided,
  typesAt,
} from './link-choice.ts'

export interface LinkField {
  readonly name: string
  readonly label: string
  /** At whose field problems are shown. */
  readonly member: string
  readonly hint?: string
  /** The initial value of an input. */
  readonly value?: string
  readonly inputmode?: 'text' | 'decimal' | 'numeric' | 'url'
  /** The options of a list: values and their names. */
  readonly options?: readonly (readonly [value: string, name: string])[]
  /** The selected option of a list on which other fields depend. */
  readonly chosen?: string
}

/** The fields of a new link that apply to the selected terminal. */
export function linkFields(terminals: readonly LinkTerminal[], choice: LinkChoice): readonly LinkField[] {
  return [
    terminalField(terminals, choice),
    typeField(choice),
    ...DESCRIBED,
    ...amountFields(choice),
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
    options: typesAt(terminal).map((one) => [one, typeLabel(one)]),
    chosen: type,
    ...(type === 'VERIFY' && { hint: texts.verifyHint }),
  }
}

const DESCRIBED: readonly LinkField[] = [
  { name: 'description', label: texts.description, member: 'description' },
  { name: 'currency', label: texts.currency, member: 'currency', value: 'EUR' },
]

/** A verification charges nothing. */
function amountFields({ type, pricing }: LinkChoice): readonly LinkField[] {
  if (type === 'VERIFY') return []
  const chooser: LinkField = {
    name: 'pricing',
    label: texts.pricing,
    member: 'pricing',
    options: [
      ['FIXED', texts.pricings.FIXED],
      ['OPEN', texts.pricings.OPEN],
    ],
    chosen: pricing,
  }
  return [chooser, ...AMOUNTS[pricing]]
}

const AMOUNTS: Readonly<Record<Pricing, readonly LinkField[]>> = {
  FIXED: [{ name: 'amount', label: texts.fixed, member: 'amount', inputmode: 'decimal' }],
  OPEN: [
    { name: 'least', label: texts.least, member: 'amount_range.min', inputmode: 'decimal' },
    { name: 'most', label: texts.most, member: 'amount_range.max', inputmode: 'decimal' },
  ],
}

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
