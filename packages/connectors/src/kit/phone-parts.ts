/** The calling codes of one and two digits (ITU-T E.164). All others have three. */
const SHORT_CODES = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** A telephone number in the format of EMV 3-D Secure. */
export interface PhoneParts {
  /** The calling code, one to three digits. */
  readonly cc: string
  /** One to twelve digits. */
  readonly subscriber: string
}

/** Splits a number in E.164, such as `+46701740605`; returns null for anything else. */
export function toPhoneParts(phone: string): PhoneParts | null {
  const digits = /^\+([1-9][0-9]{4,14})$/.exec(phone)?.[1]
  if (digits === undefined) return null
  const cc = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3)
  const subscriber = digits.slice(cc.length)
  return subscriber.length <= 12 ? { cc, subscriber } : null
}
