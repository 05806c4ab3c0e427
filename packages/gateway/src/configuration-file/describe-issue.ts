import type * as z from 'zod'

import type { ConfigProblem } from '../config-values.ts'

type Issue = z.core.$ZodIssue

/** The maximum length of a quoted value. Values are not secrets, but a long one is useless. */
const SHOWN_CHARS = 60

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The members of earlier versions, with their replacements. */
const RENAMED: Readonly<Record<string, string>> = {
  three_ds_server:
    'use three_ds_servers, a list of servers: `three_ds_servers: [{ id: main, url: …, secret_file: … }]`',
}

/** Returns the problems of a part of the document: place, value and fix. */
export function describeIssue(
  issue: Issue,
  root: unknown,
  place: (path: readonly PropertyKey[]) => string,
): ConfigProblem[] {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') {
    // The value is not quoted, because people write secrets into members that do not exist.
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path.at(-1))]
    const parent = issue.code === 'unrecognized_keys' ? issue.path : issue.path.slice(0, -1)
    return keys.map((key) => ({
      name: place([...parent, key]),
      got: 'an unknown member',
      fix:
        RENAMED[writePath([...parent, key])] ??
        'correct its name or remove it; secrets can only be set as paths of files',
    }))
  }
  const meant = issue.code === 'invalid_union' ? findMeant(issue) : null
  if (meant !== null) return meant.flatMap((inner) => describeIssue(inner, root, place))
  const isSecret = issue.path.some((key) => String(key).includes('secret'))
  const value = valueAt(root, issue.path)
  const got = isSecret && value !== undefined ? 'a value that is not shown' : show(value)
  return [{ name: place(issue.path), got, fix: fixOf(issue) }]
}

/** Returns the issues of the only alternative whose type matches the input; null if several match. */
function findMeant({ path, errors }: Extract<Issue, { code: 'invalid_union' }>): Issue[] | null {
  const ofType = errors.filter(
    (issues) => !issues.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0),
  )
  // An object is never one of the words of a list, so the problem is within it.
  const within = ofType.filter((issues) =>
    issues.every((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'),
  )
  const possible = within.length > 0 ? within : ofType
  const [meant] = possible
  if (meant === undefined || possible.length === errors.length || possible.length > 1) return null
  return meant.map((inner) => ({ ...inner, path: [...path, ...inner.path] }))
}

function fixOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `use ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `use one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return issue.message.startsWith('use') ? issue.message : `use at least ${issue.minimum}`
    case 'too_big':
      return issue.message.startsWith('use') ? issue.message : `use at most ${issue.maximum}`
    default:
      return issue.message
  }
}

/** Quotes a value, or says what it is. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** Formats a place, such as `merchants[0].terminals[1].status`. */
export function writePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : `${text}${text === '' ? '' : '.'}${String(key)}`,
    '',
  )
}
