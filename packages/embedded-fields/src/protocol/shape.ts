/** Run-time checks that are also types, so that one declaration both validates and types a value. */
export type Check<T> = (value: unknown) => value is T

export type Checked<C> = C extends Check<infer T> ? T : never

export type Members = Readonly<Record<string, Check<unknown>>>

export type Shape<M extends Members> = { readonly [K in keyof M]: Checked<M[K]> }

/** Accepts a string of at most `maxChars` UTF-16 units. */
export function text(maxChars: number): Check<string> {
  return (value): value is string => typeof value === 'string' && value.length <= maxChars
}

export const flag: Check<boolean> = (value) => typeof value === 'boolean'

/** Accepts a whole number from 0 to `max`. */
export function count(max: number): Check<number> {
  return (value): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
}

export function oneOf<const T extends string>(values: readonly T[]): Check<T> {
  return (value): value is T => values.includes(value as T)
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value) => value === null || check(value)
}

/** Accepts an object whose names and values are both checked, with at most `maxMembers` of them. */
export function record<K extends string, T>(
  name: Check<K>,
  member: Check<T>,
  maxMembers: number,
): Check<Readonly<Partial<Record<K, T>>>> {
  return (value): value is Readonly<Partial<Record<K, T>>> =>
    isObject(value) &&
    Object.keys(value).length <= maxMembers &&
    Object.entries(value).every(([key, entry]) => name(key) && member(entry))
}

/** Accepts an object of at most `maxMembers` strings under any names. */
export function textMap(maxMembers: number, maxChars: number): Check<Readonly<Record<string, string>>> {
  return (value): value is Readonly<Record<string, string>> =>
    isObject(value) && Object.keys(value).length <= maxMembers && Object.values(value).every(text(maxChars))
}

/** Checks an object with these members; additional ones are rejected. */
export function object<M extends Members>(members: M): Check<Shape<M>> {
  const names = Object.keys(members)
  return (value): value is Shape<M> =>
    isObject(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => members[name]?.(value[name]))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
