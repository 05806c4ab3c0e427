/** Guessed first at any service of this name. */
const OWN_WORDS: readonly string[] = ['sluice', 'sluicegateway', 'paymentgateway', 'payments', 'merchant']

/** Sequences along keyboard rows and the alphabet. */
const RUNS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
]
/** Three letters in a row are in honest words. */
const RUN_MIN_CHARS = 4

const READ_AS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Returns whether a password is one of those that people choose most often, or a trivial variant of one: with other
 * capitals, with digits or signs around it, with digits in place of letters, or repeated.
 *
 * @param common - in lower case.
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase()
  const words = new Set([plain, withoutAffixes(plain)].flatMap((text) => [text, unitOf(text)]))
  return [...words].some((word) => [word, readDigits(word)].some((text) => isCommon(text, common)))
}

function isCommon(text: string, common: ReadonlySet<string>): boolean {
  const isRun = text.length >= RUN_MIN_CHARS && RUNS.some((run) => run.includes(text))
  return isRun || common.has(text) || OWN_WORDS.includes(text)
}

/** Removes digits, punctuation and spaces at both ends. */
function withoutAffixes(text: string): string {
  return text.replace(/^\P{L}{1,200}/u, '').replace(/(?<!\P{L})\P{L}{1,200}$/u, '')
}

/** Returns the unit that a text repeats, or the text itself. */
function unitOf(text: string): string {
  const period = (text + text).indexOf(text, 1)
  return text.slice(0, Math.max(period, 0)) || text
}

function readDigits(text: string): string {
  return [...text].map((character) => READ_AS[character] ?? character).join('')
}

let loaded: Promise<ReadonlySet<string>> | null = null

/** The commonest passwords of leaks, read when the first person chooses one. */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loaded
}
