/** Headers as logs and tools print them, one a line; null for a line that is none. */
export function readHeaders(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line))
  if (pairs.length === 0 || pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
