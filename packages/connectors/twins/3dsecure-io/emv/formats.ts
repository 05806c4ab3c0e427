import { isIP } from 'node:net'

/** Checks whether a value has the format that EMV 3-D Secure requires of a member. */
export type Format = (value: unknown) => boolean

const matches =
  (pattern: RegExp): Format =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

/** Printable ASCII, as versions 2.1.0 and 2.2.0 require. */
export const text = (maxChars: number, minChars = 1): Format =>
  matches(new RegExp(String.raw`^[\x20-\x7e]{${minChars},${maxChars}}$`))

export const digits = (min: number, max = min): Format => matches(new RegExp(`^[0-9]{${min},${max}}$`))

/** Two digits up to a maximum, and 80 to 99, which are reserved for the directory server. */
export const code = (last: number, except: readonly number[] = []): Format =>
  matches(
    new RegExp(
      `^(${Array.from({ length: last }, (_, index) => index + 1)
        .filter((number) => !except.includes(number))
        .map((number) => String(number).padStart(2, '0'))
        .join('|')}|[89][0-9])$`,
    ),
  )

export const words = (list: string): Format => {
  const known = new Set(list.split(' '))
  return (value) => typeof value === 'string' && known.has(value)
}

export const flag: Format = (value) => typeof value === 'boolean'
export const onlyTrue: Format = (value) => value === true

export const object: Format = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
export const list =
  (max: number): Format =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= max

/** Accepts UUIDs of every version, because not all directory servers set the version’s bits. */
export const uuid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
export const email = matches(/^(?=.{3,254}$)[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/)
export const ip: Format = (value) => typeof value === 'string' && isIP(value) !== 0
export const base64 = matches(/^[A-Za-z0-9+/]{27}=$|^[A-Za-z0-9+/]{28}$|^[A-Za-z0-9+/]{26}==$/)
export const version = words('2.1.0 2.2.0')
export const minutes = matches(/^[+-]?[0-9]{1,4}$/)
export const jws = matches(/^[\w-]+\.[\w-]+\.[\w-]+$/)

export const url =
  (maxChars: number): Format =>
  (value) =>
    typeof value === 'string' && value.length <= maxChars && URL.canParse(value)

/** Checks that a date or time exists; `0231` does not. */
export const date = (chars: 4 | 8 | 12 | 14): Format => {
  const hasForm = digits(chars)
  return (value) => {
    if (!hasForm(value)) return false
    const digitsOf = String(value)
    const [year, rest] =
      chars === 4
        ? [`20${digitsOf.slice(0, 2)}`, digitsOf.slice(2)]
        : [digitsOf.slice(0, 4), digitsOf.slice(4)]
    const [month, day = '01', hour = '00', minute = '00', second = '00'] = rest.match(/../g) ?? []
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
    const time = new Date(`${iso}Z`)
    return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso)
  }
}
