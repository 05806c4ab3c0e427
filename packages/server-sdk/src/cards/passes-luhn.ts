/** Returns whether the check digit of a number is right (ISO/IEC 7812-1 annex B). Digits only. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, place) => {
    const digit = Number(character)
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    return total + (place % 2 === 1 ? doubled : digit)
  }, 0)
  return sum % 10 === 0
}
