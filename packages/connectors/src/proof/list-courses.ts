import { CURRENCIES, type Currency } from '@sluice/types/vocabulary'

import type { MethodDeclaration } from '../kit/index.ts'
import { cardCourses, singleCardCourses } from './card-courses.ts'
import { type Course, type ProofSetting, skipCourse } from './course.ts'
import { orderCourse } from './order-courses.ts'
import type { ProofTerms } from './proof-messages.ts'

/** The reasons why a method cannot be proven without a shopper. */
const NEEDS: Readonly<Record<string, string>> = {
  saved_card: 'the course "saved card" of card charges one',
  'network-token': 'it requires a token of a card network',
  'gwallet-pay': 'it requires a token from a device',
  'awallet-pay': 'it requires a token from a device',
}

/** An amount above the minimum of every method. */
const AMOUNT_MINOR = 10_000
/** The course captures one half of a payment and refunds quarters. */
const PARTS = 4

/**
 * Lists what the declarations of a connector promise, as courses.
 *
 * @param configured - the methods of the provider in the configuration: only those are tried.
 */
export function listCourses(setting: ProofSetting, configured: ReadonlySet<string>): readonly Course[] {
  return setting.declared.methods.flatMap((method) =>
    configured.has(method.type) || method.type in NEEDS
      ? coursesOf(setting, method)
      : [skipMethod(method, 'not among the methods of the configuration')],
  )
}

function coursesOf(setting: ProofSetting, method: MethodDeclaration): readonly Course[] {
  const reason = NEEDS[method.type]
  if (reason !== undefined) return [skipMethod(method, reason)]
  if (method.type !== 'card')
    return currenciesOf(setting, method).map((currency) =>
      orderCourse(setting, method, termsOf(setting, method, currency)),
    )
  const terms = currenciesOf(setting, method).map((currency) => termsOf(setting, method, currency))
  const [first] = terms
  return [
    ...terms.flatMap((one) => cardCourses(setting, one)),
    ...(first ? singleCardCourses(setting, first) : []),
  ]
}

function skipMethod({ type, theirName }: MethodDeclaration, reason: string): Course {
  const operations = type === 'card' || type in NEEDS ? (['PURCHASE'] as const) : (['ORDER'] as const)
  return skipCourse({ id: `${type} ${theirName}`, method: type, currency: null, operations }, reason)
}

/**
 * A method without its own currencies is tried in one currency of each class that the provider is known to serve,
 * because only the format of the amounts differs.
 */
function currenciesOf({ declared }: ProofSetting, { currencies }: MethodDeclaration): readonly Currency[] {
  if (currencies !== 'all') return currencies
  const { amounts = {} } = declared.declarations
  const classes = new Map<string, Currency>()
  for (const code of ['EUR', 'JPY', 'KWD', ...(Object.keys(amounts) as Currency[])] as const) {
    const { multiple_of: multiple = 1, max } = amounts[code] ?? {}
    // A provider with more decimals than the standard declares a limit.
    const name = [CURRENCIES[code].exponent, multiple, max !== undefined].join(' ')
    if (!classes.has(name)) classes.set(name, code)
  }
  return [...classes.values()]
}

function termsOf(
  { declared, account }: ProofSetting,
  { countries }: MethodDeclaration,
  currency: Currency,
): ProofTerms {
  const { min = 0, multiple_of: multiple = 1 } = declared.declarations.amounts?.[currency] ?? {}
  const step = multiple * PARTS
  const amount = Math.ceil(Math.max(AMOUNT_MINOR, min * PARTS) / step) * step
  const country = countries === 'all' ? 'DE' : (countries[0] ?? 'DE')
  return { amount, currency, account, country }
}
