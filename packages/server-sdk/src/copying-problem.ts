/**
 * Finds what a credential or an address caught on its way here: the line break of a file with CRLF, the quotes of an
 * `--env-file`. Sent along, it would only come back as wrong credentials.
 *
 * @returns The rule that the value breaks; `undefined` when it may be used.
 */
export function findCopyingProblem(value: string): string | undefined {
  if (value !== value.trim())
    return 'must not begin or end with white space: remove it, including the line break at the end of a file'
  const [first] = value
  const isQuoted = value.length > 1 && (first === '"' || first === "'") && value.endsWith(first)
  return isQuoted ? 'must not be wrapped in quotes: remove them' : undefined
}
