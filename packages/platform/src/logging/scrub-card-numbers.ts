/**
 * Masks what may be a card number in a text that is about to be written down. Nothing that holds one should get here;
 * this is the net below the rope.
 */

const MASK = '[card number]'

// Digits, with the separators that people and programs use. Separators come one or two at a time: a longer gap
// separates numbers, not digits of one.
const DIGIT_RUN = /\d(?:[\s\-._/]{0,2}\d){12,}/g

// Our own ids: 32 hexadecimal digits may look like anything, and support needs them whole.
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi

const PAN_MIN_DIGITS = 13
const PAN_MAX_DIGITS = 19

/** Replaces each run of digits in which 13 to 19 neighbours pass the Luhn check; UUIDs stay. */
export function scrubCardNumbers(text: string): string {
  let scrubbed = ''
  let end = 0
  for (const uuid of text.matchAll(UUID)) {
    scrubbed += scrubRuns(text.slice(end, uuid.index)) + uuid[0]
    end = uuid.index + uuid[0].length
  }
  return scrubbed + scrubRuns(text.slice(end))
}

function scrubRuns(text: string): string {
  return text.replaceAll(DIGIT_RUN, (run) => (holdsCardNumber(run) ? MASK : run))
}

function holdsCardNumber(run: string): boolean {
  const digits = [...run.replaceAll(/\D/g, '')].map(Number)
  for (let start = 0; start + PAN_MIN_DIGITS <= digits.length; start += 1) {
    for (
      let length = PAN_MIN_DIGITS;
      length <= PAN_MAX_DIGITS && start + length <= digits.length;
      length += 1
    ) {
      if (passesLuhn(digits.slice(start, start + length))) return true
    }
  }
  return false
}

function passesLuhn(digits: readonly number[]): boolean {
  const sum = digits.reduceRight((total, digit, index) => {
    const isDoubled = (digits.length - 1 - index) % 2 === 1
    return total + (isDoubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit)
  }, 0)
  return sum % 10 === 0
}
