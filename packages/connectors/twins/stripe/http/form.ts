/** The parameters of Stripe's requests: nested members and lists, whose leaves are texts. */
export type FormValue = string | readonly FormValue[] | Form
export interface Form {
  readonly [name: string]: FormValue
}

/** A body that no client of Stripe would send: two values for one name, or a name that is both a text and an object. */
export class MalformedForm extends Error {}

interface Branch {
  [name: string]: string | Branch
}

/**
 * Reads `a[b]=1&list[]=x&list[]=y&rows[0][c]=2` as Stripe does.
 *
 * @throws {@link MalformedForm}
 */
export function parseForm(encoded: string): Form {
  const root: Branch = Object.create(null) as Branch
  for (const [name, value] of new URLSearchParams(encoded)) place(root, namesIn(name), value)
  return finish(root) as Form
}

function namesIn(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  if (rest.some((part) => !part.endsWith(']'))) throw new MalformedForm(`Invalid parameter name: ${name}`)
  return [first, ...rest.map((part) => part.slice(0, -1))]
}

function place(branch: Branch, [name = '', ...rest]: readonly string[], value: string): void {
  const key = name === '' ? String(Object.keys(branch).length) : name
  const there = branch[key]
  if (rest.length === 0) {
    if (there !== undefined) throw new MalformedForm(`Invalid request: ${key} was given twice`)
    branch[key] = value
    return
  }
  if (typeof there === 'string') throw new MalformedForm(`Invalid object: ${key}`)
  place((branch[key] = there ?? (Object.create(null) as Branch)), rest, value)
}

/** Members that are numbered from 0 without a gap form a list. */
function finish(branch: Branch): FormValue {
  const entries = Object.entries(branch).map(([name, value]): [string, FormValue] => [
    name,
    typeof value === 'string' ? value : finish(value),
  ])
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** Returns the text at the end of a path, or undefined. An empty text unsets a member, and counts as absent. */
export function textAt(form: Form, ...path: readonly string[]): string | undefined {
  const value = valueAt(form, path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function formAt(form: Form, ...path: readonly string[]): Form | undefined {
  const value = valueAt(form, path)
  return typeof value === 'object' && !isList(value) ? value : undefined
}

export function listAt(form: Form, ...path: readonly string[]): readonly string[] {
  const value = valueAt(form, path)
  return value !== undefined && isList(value) ? value.filter((one) => typeof one === 'string') : []
}

export function numberAt(form: Form, ...path: readonly string[]): number | undefined {
  const text = textAt(form, ...path)
  return text === undefined ? undefined : Number(text)
}

export function isTrue(form: Form, ...path: readonly string[]): boolean {
  return textAt(form, ...path) === 'true'
}

/** Returns metadata and similar members: names with their texts. */
export function textsAt(form: Form, ...path: readonly string[]): Record<string, string> {
  const found = formAt(form, ...path) ?? {}
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function valueAt(form: Form, path: readonly string[]): FormValue | undefined {
  let value: FormValue | undefined = form
  for (const name of path) value = typeof value === 'object' && !isList(value) ? value[name] : undefined
  return value
}

function isList(value: FormValue): value is readonly FormValue[] {
  return Array.isArray(value)
}
