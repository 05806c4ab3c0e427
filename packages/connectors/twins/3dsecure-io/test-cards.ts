/**
 * The cards by their last four digits, as in the sandbox of 3dsecure.io: version, 3DS Method, answer, challenge.
 * The comments mark the cards that the sandbox lacks.
 */
export interface CardCase {
  readonly versions: { readonly start: string; readonly end: string }
  /** `TIMES_OUT`: the page loads, and never returns. */
  readonly method: 'INCLUDED' | 'MISSING' | 'TIMES_OUT'
  readonly answer: 'Y' | 'N' | 'A' | 'R' | 'I' | 'U' | 'DS_TIMEOUT' | 'C' | 'D'
  /** The way the challenge ends: by the page on its own, or by the cardholder's input. */
  readonly challenge: 'PASSES' | 'FAILS' | 'MANUAL'
}

const VERSIONS = [
  { start: '2.1.0', end: '2.3.1' },
  { start: '2.1.0', end: '2.1.0' },
  { start: '2.2.0', end: '2.2.0' },
  { start: '2.3.1', end: '2.3.1' },
] as const
const METHODS = ['INCLUDED', 'MISSING', 'TIMES_OUT'] as const
/** `D` comes from the guide to decoupled authentication: 2083. */
const ANSWERS = ['Y', 'N', 'A', 'R', 'I', 'U', 'DS_TIMEOUT', 'C', 'D'] as const
const CHALLENGES = ['PASSES', 'FAILS', 'MANUAL'] as const
const WITHOUT_CHALLENGE = 3

/** Ours: no scheme knows the card. The sandbox has 9000100111111111 for that, whose first digits no gateway takes. */
const NOT_ENROLLED = '0099'
const SANDBOX_NOT_ENROLLED = '9000100111111111'

/** Returns the behavior of a card, or null if no test case has its digits. */
export function findCase(number: string): CardCase | 'NOT_ENROLLED' | null {
  if (number === SANDBOX_NOT_ENROLLED || number.endsWith(NOT_ENROLLED)) return 'NOT_ENROLLED'
  const [version = 0, method = 0, answer = 0, last = 0] = [...number.slice(-4)].map(Number)
  const found = { versions: VERSIONS[version], method: METHODS[method], answer: ANSWERS[answer] }
  const { versions, method: how, answer: said } = found
  const challenge = said === 'C' ? CHALLENGES[last] : CHALLENGES[0]
  const isFrictionless = said !== 'C' && last === WITHOUT_CHALLENGE
  if (!versions || !how || !said || !challenge || !(said === 'C' || isFrictionless)) return null
  // A range that begins before 2.2.0 has no I and no D.
  return { versions, method: how, answer: said, challenge }
}

export type CardInput = Partial<Omit<CardCase, 'versions'>> & {
  readonly end?: '2.1.0' | '2.2.0' | '2.3.1' | 'ALL'
}

/** Returns the number of a test card. The digits before the last four make its check digit valid. */
export function testCard(input: CardInput | 'NOT_ENROLLED', prefix = '4000'): string {
  const last = input === 'NOT_ENROLLED' ? NOT_ENROLLED : digitsOf(input)
  const numbers = Array.from({ length: 10 }, (_, digit) => `${prefix}1005111${digit}${last}`)
  const number = numbers.find(hasCheckDigit)
  if (number === undefined) throw new Error(`no card for ${JSON.stringify(input)}`)
  return number
}

function digitsOf({
  end = '2.2.0',
  method = 'INCLUDED',
  answer = 'Y',
  challenge = 'PASSES',
}: CardInput): string {
  const version = { ALL: 0, '2.1.0': 1, '2.2.0': 2, '2.3.1': 3 }[end]
  const last = answer === 'C' ? CHALLENGES.indexOf(challenge) : WITHOUT_CHALLENGE
  return `${version}${METHODS.indexOf(method)}${ANSWERS.indexOf(answer)}${last}`
}

function hasCheckDigit(number: string): boolean {
  const sum = [...number]
    .reverse()
    .map(Number)
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit : digit * 2
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
