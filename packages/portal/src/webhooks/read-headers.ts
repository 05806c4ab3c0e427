/** Headers as logs and tools print them, one a line; null for an invalid line. */
export function readHeaders(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map(readPair)
  return pairs.length === 0 || pairs.includes(null) ? null : Object.fromEntries(pairs as [string, string][])
}

function readPair(line: string): readonly [string, string] | null {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0)).trim()
  return /^[\w-]+$/.test(name) ? [name, line.slice(colon + 1).trim()] : null
}
