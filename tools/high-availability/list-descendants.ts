import { readdirSync, readFileSync } from 'node:fs'

/** Lists the processes below one, on Linux. */
export function listDescendants(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? readParent(name) : null
    if (parent !== null) parents.set(Number(name), parent)
  }
  const found = [pid]
  // The loop also visits the children that it adds.
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found.slice(1)
}

/** Returns null if the process has ended. The name in parentheses may contain spaces. */
function readParent(pid: string): number | null {
  try {
    const [, members = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    return Number(members.split(' ')[1])
  } catch {
    return null
  }
}
